import { nameOf } from "../../find-target.js";
import type { Check } from "../case.js";
import { placeOf } from "../targets.js";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Methods that a path doesn't declare are not served: 405 with the header `allow` (RFC 9110, section 15.5.6). */
export const undeclaredMethods: Check = function* ({ contract, world, targets }) {
  const { operations } = contract.contract;
  const seen = new Set<string>();
  for (const target of targets) {
    const { path } = target.endpoint.operation;
    if (seen.has(path)) continue;
    seen.add(path);
    const declared = operations.filter((one) => one.path === path).map(({ method }) => method);
    const served = new Set([...declared, ...(declared.includes("GET") ? ["HEAD"] : [])]);
    for (const method of methods) {
      if (served.has(method)) continue;
      yield {
        id: `method/${method} ${path}`,
        name: nameOf(target),
        title: `serves no ${method}`,
        code: "test-method",
        place: placeOf(contract, target),
        effect: method === "DELETE" ? "destructive" : method === "GET" || method === "HEAD" ? "read" : "write",
        run: async (trial) => {
          const params = await world.pathOf(trial, target);
          const change = ({ target: url, headers }: { target: string; headers: Readonly<Record<string, string>> }) => ({
            method,
            target: url,
            headers,
          });
          const { status, exchange, headers } = await trial.call(target, { params }, { change, isDescribed: false });
          if (status < 300) trial.leaveOpen(`serves ${method} with ${status}, which the contract doesn't declare`, exchange);
          if (status !== 405) return;
          if (headers["allow"] === undefined)
            trial.fail("responds with 405 without the header allow (RFC 9110, section 15.5.6)", exchange);
          else {
            const allowed = headers["allow"].split(",").map((one) => one.trim().toUpperCase());
            const missing = declared.filter((one) => !allowed.includes(one));
            if (missing.length > 0)
              trial.fail(`allows ${allowed.join(", ")} but not ${missing.join(", ")}, which the contract declares`, exchange);
          }
        },
      };
    }
  }
};
