import { readFileSync } from "node:fs";
import { repositoryPath } from "../support/repository.js";

/** One action of the contract with its example, as `generated/openapi.json` has them. */
export interface ActionExample {
  readonly type: string;
  readonly action: string;
  readonly body: Record<string, unknown>;
  readonly status: string;
  readonly result: Record<string, unknown>;
  readonly scopes: readonly string[];
  readonly states: readonly string[];
  readonly plans: readonly string[] | undefined;
  readonly isAsync: boolean;
}

interface ContractAction {
  readonly examples: { readonly default: Pick<ActionExample, "body" | "status" | "result"> };
  readonly scopes: readonly string[];
  readonly async?: boolean;
  readonly availability?: { readonly states?: readonly string[]; readonly plans?: readonly string[] };
}

/** All actions of the contract. */
export const examples: readonly ActionExample[] = ["auth", "objects", "postgres", "search"].flatMap((type) => {
  const document = JSON.parse(readFileSync(repositoryPath("generated/openapi.json"), "utf8")) as {
    paths: Record<string, { post: Record<string, Record<string, ContractAction>> }>;
  };
  const endpoint = document.paths["/v1/projects/{project_id}/services/{service_id}/actions/{action}"]!.post;
  return Object.entries(endpoint[`x-platform-${type}-actions`]!).map(
    ([action, { examples, scopes, async: isAsync, availability }]) => ({
      type,
      action,
      ...examples.default,
      scopes,
      states: availability?.states ?? ["active"],
      plans: availability?.plans,
      isAsync: isAsync === true,
    }),
  );
});

/** The example of one action. */
export function exampleOf(type: string, action: string): ActionExample {
  return examples.find((example) => example.type === type && example.action === action)!;
}
