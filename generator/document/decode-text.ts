import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { locationAt, type SourceFile } from "./source.js";

/** Bytes of a file as text: UTF-8 without control characters, a byte order mark left out. Anything else is reported. */
export function decodeText(bytes: Buffer, file: Omit<SourceFile, "text">, problems: Report): SourceFile | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const lossy = { ...file, text: bytes.toString("utf8") };
    const detail = "it holds bytes that are not UTF-8";
    report(problems, "encoding", { detail }, locationAt(lossy, firstInvalid(bytes, lossy.text)));
    return undefined;
  }
  const source = { ...file, text };
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(text);
  if (!control) return source;
  const code = control[0].charCodeAt(0).toString(16).padStart(4, "0").toUpperCase();
  report(problems, "encoding", { detail: `it holds the control character U+${code}` }, locationAt(source, control.index));
  return undefined;
}

/** Invalid bytes show as U+FFFD, but that character may also stand in the file itself. */
function firstInvalid(bytes: Buffer, lossy: string): number {
  let from = 0;
  let offset = 0;
  for (;;) {
    const at = lossy.indexOf("\ufffd", from);
    if (at < 0) return 0;
    offset += Buffer.byteLength(lossy.slice(from, at));
    if (bytes.toString("hex", offset, offset + 3) !== "efbfbd") return at;
    offset += 3;
    from = at + 1;
  }
}
