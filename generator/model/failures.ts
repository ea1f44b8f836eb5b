import type { ErrorShape } from "../../templates/runtime/facts.js";
import { commonShape, declaredKey } from "../binding/failures.js";
import type { Operation, Response } from "./contract.js";

/** Returns the response that an operation declares for a status. */
export function responseFor({ responses }: Operation, status: number): Response | undefined {
  const key = declaredKey(
    status,
    responses.map((response) => response.status),
  );
  return responses.find((response) => response.status === key);
}

/** Returns the shape of most error responses of a contract, those of its action endpoints first. */
export function commonErrorShape(operations: readonly Operation[]): ErrorShape {
  return commonShape(
    operations.map(({ isEndpoint, responses }) => ({
      isEndpoint,
      shapes: responses.map(({ error }) => error),
    })),
  );
}
