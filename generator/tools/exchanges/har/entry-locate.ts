import type { Location } from "../../../diagnostics/diagnostic.js";
import { parseJson } from "../../../document/parse-json.js";
import { locationAt, Places, type SourceFile } from "../../../document/source.js";
import { markEntry, type PlacedEntry } from "./entry-mark.js";
import type { EntryRange } from "./split-entries.js";

/** Where a part of a recorded exchange stands. The line that is shown has that part only, as its rest may hold tokens. */
export type EntryLocate = (pointer: string, rule: string) => Location | undefined;

/** Most entries have nothing to report, so that an entry is only read with its places when one is asked for. */
export function createEntryLocate(source: SourceFile, span: EntryRange, secrets: ReadonlySet<string>): EntryLocate {
  let read: PlacedEntry | undefined;
  return (pointer, rule) => {
    if (!read) {
      const places = new Places();
      const text = source.text.slice(span.start, span.end);
      read = { places, entry: parseJson({ ...source, text }, places, []) ?? null, secrets };
    }
    const mark = markEntry(read, pointer, rule);
    if (!mark) return withoutText(locationAt(source, span.start));
    const at = (offset: number) => span.start + offset;
    const place = locationAt(source, at(mark.marked[0]), at(mark.marked[1]));
    const textColumn = place.column - (mark.marked[0] - mark.shown[0]);
    const lineText = source.text.slice(at(mark.shown[0]), at(mark.shown[1]));
    // A value may stand on the line after its key.
    return textColumn < 1 || lineText.includes("\n") ? withoutText(place) : { ...place, lineText, textColumn };
  };
}

/** A location whose line is not shown, as it may hold secrets. */
export function withoutText({ path, line, column }: Location): Location {
  return { path, line, column };
}
