import type { AdoptedEndpoint, Adoption } from "../tools/adopt/adopt.js";
import { count } from "./count.js";

/** Returns what was written, and what wasn't, as a reader would count it. */
export function summarize({ endpoints, others }: Pick<Adoption, "endpoints" | "others">): {
  readonly written: string;
  readonly rest: string;
} {
  const adopted = endpoints.filter((endpoint) => endpoint.adopted > 0);
  const sum = (list: readonly AdoptedEndpoint[], of: (endpoint: AdoptedEndpoint) => number) =>
    list.reduce((total, endpoint) => total + of(endpoint), 0);
  const [unsure, sure] = [endpoints.filter(isUnsure), endpoints.filter((endpoint) => !isUnsure(endpoint))];
  const left = sum(sure, (endpoint) => Math.max(endpoint.actions.length - endpoint.adopted, 0));
  const parts = adopted.filter(({ open }) => open.length > 0).length;
  const unlisted = sure.filter(({ actions, open }) => actions.length === 0 && open.length > 0).length;
  const rest = [
    ...(unsure.length > 0
      ? [
          `${count(
            sum(unsure, ({ actions }) => actions.length),
            "action",
          )} of ${count(unsure.length, "endpoint")} unsure`,
        ]
      : []),
    ...(left > 0 ? [`${count(left, "action")} left`] : []),
    ...(parts > 0 ? [`parts of ${count(parts, "endpoint")} left`] : []),
    ...(unlisted > 0 ? [`${count(unlisted, "other endpoint")} left`] : []),
    ...(others > 0 ? [`${count(others, "other POST")} ${others === 1 ? "looks" : "look"} like none`] : []),
  ];
  return {
    written: `${count(
      sum(adopted, (endpoint) => endpoint.adopted),
      "action",
    )} of ${count(adopted.length, "endpoint")}`,
    rest: rest.map((part) => `; ${part}`).join(""),
  };
}

function isUnsure({ certainty }: AdoptedEndpoint): boolean {
  return certainty === "unsure";
}
