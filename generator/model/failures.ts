import { defaultErrorShape, type ErrorShape } from "../../templates/runtime/error-shape.js";
import { declaredKey } from "../binding/failures.js";
import type { Operation, Response } from "./contract.js";

/** The response that an operation declares for a status. */
export function responseFor({ responses }: Operation, status: number): Response | undefined {
  const key = declaredKey(
    status,
    responses.map((response) => response.status),
  );
  return responses.find((response) => response.status === key);
}

/** The shape that most error responses of a contract have, those of its action endpoints first. */
export function commonErrorShape(operations: readonly Operation[]): ErrorShape {
  const endpoints = operations.filter(({ serviceTypes }) => serviceTypes.length > 0);
  for (const group of [endpoints, operations]) {
    const counts = new Map<string, { shape: ErrorShape; count: number }>();
    for (const { error } of group.flatMap(({ responses }) => responses)) {
      if (!error) continue;
      const key = JSON.stringify(error);
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { shape: error, count: 1 });
    }
    const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
    if (most) return most.shape;
  }
  return defaultErrorShape;
}
