import type { Contract, MediaType, Operation, Uploads } from "../../model/contract.js";
import { largestFile } from "../form-files.js";

/** What of a body handlers receive while it arrives: one part of a form, or all bytes. */
export interface StreamedUpload {
  /** Absent: all bytes. */
  readonly part?: string;
}

/**
 * Returns what of a body is a stream where its operation, or the config, asks for streams. Of a form it is a single file, the one
 * that may be the largest: all other parts precede it, so that they are read and validated before the handler runs.
 */
export function streamedUpload(
  media: MediaType,
  { isEndpoint, uploads: own }: Operation,
  contract: Contract,
  uploads: Uploads = "buffer",
): StreamedUpload | undefined {
  if (isEndpoint || (own ?? uploads) === "buffer" || media.items) return undefined;
  if (media.kind === "bytes" || media.kind === "any") return {};
  if (media.kind !== "multipart") return undefined;
  const part = largestFile(media, contract);
  return part === undefined ? undefined : { part };
}

/** Returns what is a stream of each body of an operation, by media type. */
export function streamedUploads(
  operation: Operation,
  contract: Contract,
  uploads: Uploads | undefined,
): [string, StreamedUpload][] {
  return (operation.body?.content ?? []).flatMap((media): [string, StreamedUpload][] => {
    const upload = streamedUpload(media, operation, contract, uploads);
    return upload ? [[media.name, upload]] : [];
  });
}
