import { configCodes } from "./catalog/config.js";
import { diffCodes } from "./catalog/diff.js";
import { docsCodes } from "./catalog/docs.js";
import { expandCodes } from "./catalog/expand.js";
import { loadCodes } from "./catalog/load.js";
import { lintCodes } from "./catalog/lint.js";
import { modelCodes } from "./catalog/model.js";
import { outputCodes } from "./catalog/output.js";
import { scaffoldCodes } from "./catalog/scaffold.js";
import { validateCodes } from "./catalog/validate.js";

/** Every diagnostic that the project itself reports, by code. */
export const catalog = {
  ...loadCodes,
  ...lintCodes,
  ...modelCodes,
  ...outputCodes,
  ...scaffoldCodes,
  ...configCodes,
  ...expandCodes,
  ...docsCodes,
  ...validateCodes,
  ...diffCodes,
};

export type Code = keyof typeof catalog;

/** What the message of a code needs to know. */
export type MessageParameters<C extends Code> = Parameters<(typeof catalog)[C]["message"]>[0];
