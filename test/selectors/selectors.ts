import { besideCases } from "./beside-cases.js";
import { bodyCases } from "./body-cases.js";
import { formCases } from "./form-cases.js";
import { listCases } from "./list-cases.js";
import { parameterCases } from "./parameter-cases.js";
import type { SelectorCase } from "./selector-case.js";

/** A contract for each way in which requests name their actions. */
export const selectorCases: readonly SelectorCase[] = [
  ...parameterCases,
  ...bodyCases,
  ...formCases,
  ...besideCases,
  ...listCases,
];
