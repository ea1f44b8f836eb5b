/** The errors of S3 that this endpoint gives, with their status. */
const statuses = {
  AccessDenied: 403,
  AllAccessDisabled: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IllegalVersioningConfigurationException: 400,
  IncompleteBody: 400,
  InsufficientStorage: 507,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  NotModified: 304,
  PreconditionFailed: 412,
  QuotaExceeded: 403,
  RequestTimeTooSkewed: 403,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  TooManyBuckets: 400,
  XAmzContentSHA256Mismatch: 400,
} as const;

/** A code of an S3 error. */
export type S3Code = keyof typeof statuses;

/** A request that is rejected, in S3's terms. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: S3Code;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: S3Code, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.status = statuses[code];
  }
}

/** No bucket has this name. */
export function noSuchBucket(): S3Error {
  return new S3Error("NoSuchBucket", "The specified bucket does not exist");
}
