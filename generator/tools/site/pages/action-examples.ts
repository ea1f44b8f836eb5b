import type { Action, ServiceType } from "../../../model/contract.js";
import type { Block, CodeBlock, Tab } from "../content/block.js";
import type { ActionSample } from "../samples/action-sample.js";
import { curlCommand } from "../samples/curl.js";
import { isLong, printJson } from "../samples/print-value.js";
import { clientCall, handlerExample } from "../samples/typescript-calls.js";
import { endpointOf, type Site } from "../site.js";

/** A call in three languages, its answer, and what happens to a body that doesn't fit. */
export function actionExamples(action: Action, type: ServiceType, site: Site, sample: ActionSample): Block[] {
  const { body, refused, status, result } = sample;
  const { writtenIntegers } = site.contract;
  const answer = { action: action.name, status, result: result ?? {} };
  return [
    { kind: "heading", level: 2, content: ["Example"], id: "example" },
    { kind: "tabs", label: "Languages", tabs: callTabs(action, type, site, sample) },
    ...(result === undefined ? [] : [codeBlock("json", printJson(answer, writtenIntegers), `Answer: ${action.async ? 202 : 200}`)]),
    ...(body === undefined
      ? []
      : [{ ...codeBlock("json", printJson(body, writtenIntegers), "A body that fits"), tone: "good" } as const]),
    ...(refused === undefined
      ? []
      : [
          { ...codeBlock("json", printJson(refused.body, writtenIntegers), "A body that doesn't"), tone: "bad" } as const,
          codeBlock("json", printJson({ error: `invalid_action_body: ${refused.text}` }), "The answer to it: 400"),
        ]),
  ];
}

function callTabs(action: Action, type: ServiceType, site: Site, sample: ActionSample): Tab[] {
  const { body } = sample;
  const endpoint = endpointOf(type, site.contract);
  const handler = { name: "Handler", code: codeBlock("ts", handlerExample(action, type, sample)) };
  if (body === undefined) return [handler];
  const curl = { name: "curl", code: codeBlock("sh", curlCommand(endpoint, site.contract, { action: action.name, body })) };
  if (isLong(body)) return [curl, handler];
  return [curl, { name: "Client", code: codeBlock("ts", clientCall(action, endpoint, site, body)) }, handler];
}

function codeBlock(language: string, text: string, label?: string): CodeBlock {
  return { kind: "code", language, text, ...(label !== undefined && { label }) };
}
