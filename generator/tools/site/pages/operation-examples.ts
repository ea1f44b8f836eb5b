import { own, ownObject, type JsonValue } from "../../../document/json-value.js";
import { resolveComponent } from "../../../document/resolve-component.js";
import type { WrittenIntegers } from "../../../document/written-integers.js";
import type { Operation } from "../../../model/contract.js";
import type { Block, Tab } from "../content/block.js";
import { curlCommand } from "../samples/curl.js";
import { ownExample } from "../samples/endpoint.js";
import { isLong, printJson } from "../samples/print-value.js";
import { clientOperation } from "../samples/typescript-calls.js";
import { operationObject, type Site } from "../site.js";

/** A call of an operation in two languages, and the answer that the contract gives as an example. */
export function operationExamples(operation: Operation, site: Site): Block[] {
  const { contract } = site;
  const [mediaType] = operation.body?.content ?? [];
  const source = operationObject(operation, contract);
  const body = contentExample(source && own(source, "requestBody"), mediaType?.name);
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const answer = success && contentExample(own(ownObject(source, "responses"), success.status), success.content[0]?.name);
  const isBodyLong = body !== undefined && isLong(body);
  const hasClient = operation.serviceTypes.length === 0 && (mediaType === undefined || body !== undefined) && !isBodyLong;
  const curl = curlCommand(operation, contract, { body, mediaType: mediaType?.name });
  const tabs: Tab[] = [
    { name: "curl", code: { kind: "code", language: "sh", text: curl } },
    ...(hasClient ? [clientTab(clientOperation(operation, site, body))] : []),
  ];
  return [
    { kind: "heading", level: 2, content: ["Example"], id: "example" },
    { kind: "tabs", label: "Languages", tabs },
    ...(isBodyLong ? [jsonBlock("body.json", body, contract.writtenIntegers)] : []),
    ...(answer === undefined ? [] : [jsonBlock(`Answer: ${success!.status}`, answer, contract.writtenIntegers)]),
  ];

  function contentExample(holder: JsonValue | undefined, type: string | undefined): JsonValue | undefined {
    const content = ownObject(resolveComponent(holder, contract.document), "content");
    return type === undefined ? undefined : ownExample(own(content, type));
  }
}

function clientTab(text: string): Tab {
  return { name: "Client", code: { kind: "code", language: "ts", text } };
}

function jsonBlock(label: string, value: JsonValue, integers: WrittenIntegers): Block {
  return { kind: "code", language: "json", label, text: printJson(value, integers) };
}
