import { readFileSync, writeFileSync } from "node:fs";

const edits = {
  /** @param {string} text @param {number} number */
  label: (text, number) => text.replace(/label: .+/, `label: Label ${number}`),
  /** @param {string} text @param {number} number */
  body: (text, number) => text.replace(/maxLength: \d+/, `maxLength: ${1000 + number}`),
};

/**
 * Edits the first label, or the first limit of a body, of a file of actions; another number is another edit.
 * @param {string} file
 * @param {keyof typeof edits} what
 * @param {number} number
 */
export function editAction(file, what, number) {
  const before = readFileSync(file, "utf8");
  const after = edits[what](before, number);
  if (after === before) throw new Error(`no ${what} to edit in ${file}`);
  writeFileSync(file, after);
}
