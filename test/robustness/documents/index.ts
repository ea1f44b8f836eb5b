import type { HostileDocument } from "./document.js";
import { extensionDocuments } from "./extension.js";
import { nameDocuments } from "./names.js";
import { parserDocuments } from "./parser.js";
import { patternDocuments } from "./patterns.js";
import { referenceDocuments } from "./references.js";
import { secretDocuments } from "./secrets.js";
import { valueDocuments } from "./values.js";

/** All of them, by what they attack. */
export const hostileDocuments: Readonly<Record<string, readonly HostileDocument[]>> = {
  parser: parserDocuments,
  references: referenceDocuments,
  names: nameDocuments,
  extension: extensionDocuments,
  values: valueDocuments,
  "regular expressions": patternDocuments,
  secrets: secretDocuments,
};
