import http from "node:http";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** A response as it came over the socket. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The request. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Sends a request over a socket of its own. */
export function sendRaw(port: number, { method, path, headers, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: "127.0.0.1", method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: incoming.statusCode!, headers: Object.fromEntries(named), text });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

type Json = Readonly<Record<string, unknown>>;

/** Headers that HTTP or the server adds to any response. */
const usual = new Set(
  "allow connection content-length content-type date keep-alive transfer-encoding www-authenticate x-content-type-options x-request-id".split(
    " ",
  ),
);

/** The problems of a raw response; none if it is valid. */
export interface RawValidator {
  /** A response of an operation. */
  readonly check: (template: string, method: string, response: RawResponse) => string[];
  /** A response that no operation sends: it must be one of the errors of this one. */
  readonly checkError: (template: string, method: string, response: RawResponse) => string[];
  /** A value against the schema at some keys of the document. */
  readonly checkValue: (keys: readonly string[], value: unknown) => string[];
}

/** Validates raw responses against an OpenAPI document, with nothing but Ajv. */
export function createRawValidator(document: Json): RawValidator {
  const is30 = String(document["openapi"]).startsWith("3.0");
  const ajv = new (is30 ? Ajv : Ajv2020)({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  for (const format of ["int32", "int64", "password"]) ajv.addFormat(format, true);
  ajv.addSchema(document, "contract");

  /** Follows references; returns where the value is in the document, and the value. */
  const resolve = (keys: readonly string[]): { keys: readonly string[]; value: Json } => {
    const value = keys.reduce<unknown>((holder, key) => (holder as Json | undefined)?.[key], document) as Json;
    const reference = value?.["$ref"];
    if (typeof reference !== "string") return { keys, value };
    const target = reference.slice(2).split("/");
    return resolve(target.map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")));
  };

  const checkValue = (keys: readonly string[], value: unknown, what: string): string[] => {
    const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
    const validate = ajv.getSchema(`contract#${pointer}`) ?? ajv.compile({ $ref: `contract#${pointer}` });
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
  };

  const checkHeaders = (keys: readonly string[], response: RawResponse): string[] => {
    const declared = resolve(keys).value["headers"] ?? {};
    const problems = Object.keys(declared).flatMap((name) => {
      const header = resolve([...resolve(keys).keys, "headers", name]);
      const text = response.headers[name.toLowerCase()];
      if (text === undefined) return header.value["required"] === true ? [`the header ${name} is missing`] : [];
      const schema = resolve([...header.keys, "schema"]).value;
      return checkValue([...header.keys, "schema"], schema["type"] === "integer" ? Number(text) : text, name);
    });
    const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
    const more = Object.keys(response.headers).filter((name) => !names.has(name) && !usual.has(name));
    // Errors may have any, such as Retry-After.
    return [...problems, ...(response.status < 400 ? more.map((name) => `the header ${name} is not declared`) : [])];
  };

  const checkBody = (keys: readonly string[], response: RawResponse): string[] => {
    const content = (resolve(keys).value["content"] ?? {}) as Json;
    const type = response.headers["content-type"]?.split(";")[0]!.trim();
    if (Object.keys(content).length === 0) {
      return [...(response.text === "" ? [] : ["has a body"]), ...(type === undefined ? [] : ["has a content type"])];
    }
    if (type === undefined || !Object.hasOwn(content, type)) return [`the content type ${type} is not declared`];
    return checkValue([...resolve(keys).keys, "content", type, "schema"], JSON.parse(response.text), "");
  };

  const responsesOf = (template: string, method: string) => ["paths", template, method.toLowerCase(), "responses"];

  return {
    checkValue: (keys, value) => checkValue(keys, value, ""),
    check: (template, method, response) => {
      const responses = responsesOf(template, method);
      const range = `${Math.floor(response.status / 100)}XX`;
      const key = [`${response.status}`, range, "default"].find((name) => Object.hasOwn(resolve(responses).value, name));
      if (key === undefined) return [`the status ${response.status} is not declared`];
      return [...checkHeaders([...responses, key], response), ...checkBody([...responses, key], response)];
    },
    checkError: (template, method, response) => {
      const responses = responsesOf(template, method);
      const keys = Object.keys(resolve(responses).value).filter((key) => !key.startsWith("2"));
      const outcomes = keys.map((key) => checkBody([...responses, key], response));
      return outcomes.some((problems) => problems.length === 0) ? [] : outcomes.flat();
    },
  };
}
