import { quote, warning } from "./entry.js";

/** Problems of writing a contract as plain OpenAPI. */
export const expandCodes = {
  "expand-path-taken": warning<{ type: string; action: string; path: string }>(
    ({ type, action, path }) =>
      `the action ${quote(`${type}.${action}`)} has the path of an ordinary operation, ${quote(path)}, ` +
      "so in the expanded document it stands behind a fragment, where no request finds it",
    "Rename the action, or move the ordinary operation to another path.",
  ),
};
