import type { JsonValue } from "../../../../generator/document/json-value.js";
import { expandSpec, operationsOf } from "../expand-contract.js";

/** A call of an action: a body that is right, the same with a field too many, and the answer of the example. */
export interface ActionCase {
  readonly name: string;
  readonly operationId: string;
  readonly url: string;
  readonly right: JsonValue;
  readonly wrong: JsonValue;
  readonly status: number;
  readonly answer: JsonValue;
}

const ids = { project_id: "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90", service_id: "7d1f2a60-94c3-4b8e-a5d2-0e6f3b9c1a47" };

/** Where the actions of a service are called. */
export const actionsUrl = `/v1/projects/${ids.project_id}/services/${ids.service_id}/actions`;

/** A call of each action of a service type of the project's own contract, by its examples. */
export function actionCases(type: string): ActionCase[] {
  return operationsOf(expandSpec().document(type)).flatMap(({ operationId, requestBody, responses, ...operation }) => {
    const action = operation["x-platform-action"] as { readonly name: string } | undefined;
    if (!action) return [];
    const status = Object.keys(responses).find((code) => code.startsWith("2"))!;
    const answers = exampleOf((responses[status] as unknown as typeof requestBody).content)!;
    const right = (exampleOf(requestBody.content) ?? {}) as Record<string, JsonValue>;
    return [
      {
        name: action.name,
        operationId,
        url: `${actionsUrl}/${action.name}`,
        right,
        wrong: { ...right, bogus: 1 },
        status: Number(status),
        answer: answers,
      },
    ];
  });
}

function exampleOf(content: Record<string, { examples?: Record<string, object> }>): JsonValue | undefined {
  const [first] = Object.values(content["application/json"]!.examples ?? {});
  return (first as { readonly value: JsonValue } | undefined)?.value;
}
