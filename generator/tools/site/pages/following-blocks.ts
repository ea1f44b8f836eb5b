import type { LongRunningOperation } from "../../../../templates/runtime/client/follow.js";
import type { FollowingBinding, State } from "../../../binding/binding.js";
import { findLongRunningOperations } from "../../../emit/client/long-running-operations.js";
import { withoutSegments } from "../../../document/path-template.js";
import { formatPointer, parsePointer } from "../../../../templates/runtime/json.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { own } from "../../../document/json-value.js";
import { actionRequestBody } from "../../../model/action-requests.js";
import type { Action, Operation, ServiceType } from "../../../model/contract.js";
import type { Block, CodeBlock, Fact, Tab } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink } from "../blocks/inline.js";
import type { ActionSample } from "../samples/action-sample.js";
import { clientFollow } from "../samples/calls.js";
import { curlCommand, followedUrlCommand } from "../samples/curl.js";
import { isLong } from "../samples/sample-value.js";
import type { Site } from "../site.js";

/** Describes how callers detect the end of an action that completes in the background, with the calls. */
export function followingBlocks(
  action: Action,
  type: ServiceType,
  endpoint: Operation,
  sample: ActionSample,
  site: Site,
): Block[] {
  const { body } = sample;
  if (!action.async) return [];
  const { contract } = site;
  const heading: Block = { kind: "heading", level: 2, content: ["How to follow it"], id: "follow" };
  const found = [...findLongRunningOperations(contract)].find(([{ name }]) => name === type.name)?.[1];
  const inferred = found?.find((one) => one.action.name === action.name)?.operation;
  const bound = endpoint.binding?.following;
  const described = bound
    ? boundFollowing(bound, endpoint, site)
    : inferred && !("by" in inferred)
      ? actionFollowing(action, inferred, type, endpoint, sample, site)
      : undefined;
  if (!described) return [heading, paragraph("The contract doesn't define how its end is detected.")];
  const hasClient = inferred !== undefined && body !== undefined && !isLong(body);
  const tabs: Tab[] = [
    ...(described.curl === undefined ? [] : [{ name: "curl", code: example("sh", described.curl) }]),
    ...(hasClient ? [{ name: "Client", code: example("ts", clientFollow(action, endpoint, site, body)) }] : []),
  ];
  return [
    heading,
    { kind: "facts", facts: described.facts },
    ...(tabs.length === 0 ? [] : [{ kind: "tabs", label: "Languages", tabs } as const]),
  ];
}

interface Followed {
  readonly facts: readonly Fact[];
  /** The call that reads the state. */
  readonly curl: string | undefined;
}

/** Describes a resource that the contract or its binding names. */
function boundFollowing(following: FollowingBinding, endpoint: Operation, site: Site): Followed {
  const { contract, makeValue } = site;
  const bound = following.kind === "header" ? following.shownBy : following;
  const read = bound && findOperation(bound, site);
  const link = read && pageLink(code(read.id), site.paths.operation(read.id));
  const target: Inline[] = link ? [link] : bound ? [code(`${bound.method.toUpperCase()} ${withoutSegments(bound.path)}`)] : [];
  const { status, pending, done, failed, error } = following.state;
  return {
    facts: [
      { term: "Read", content: readWords(following, target) },
      ...stateFacts([code(status)], pending, done, failed),
      ...(error === undefined ? [] : [{ term: "Also failed", content: ["if it has ", code(error)] }]),
    ],
    curl:
      following.kind === "header"
        ? followedUrlCommand(endpoint, contract, following.header)
        : read && curlCommand(read, contract, { makeValue }),
  };
}

function readWords(following: FollowingBinding, target: readonly Inline[]): Inline[] {
  switch (following.kind) {
    case "operation":
      return [...target, "; its ", code(following.parameter), " is at ", code(following.id), " of the first response"];
    case "header":
      return [
        "the URL in the header ",
        code(following.header),
        " of the first response",
        ...(target.length > 0 ? [": ", ...target] : []),
      ];
    case "service":
      return [...target, ", the resource itself"];
    default:
      return following satisfies never;
  }
}

function findOperation({ path, method }: { readonly path: string; readonly method: string }, { contract }: Site) {
  return contract.operations.find((one) => one.path === path && one.method === method.toUpperCase());
}

/** Describes an action that returns the state: by an id, in a list, or the same one again. */
function actionFollowing(
  action: Action,
  { watch, state, pending, done, poll, list, key }: LongRunningOperation,
  type: ServiceType,
  endpoint: Operation,
  { body, result }: ActionSample,
  site: Site,
): Followed {
  const polled = poll === undefined ? action : type.actions.find(({ name }) => name === poll)!;
  // An id is in the observed part, or beside it.
  const isWithin =
    watch !== undefined &&
    schemasIn(site.contract.schemas).at(site.contract.schemas.get(action.result), formatPointer([watch, key ?? ""])) !==
      undefined;
  const id = key === undefined ? undefined : own(isWithin ? own(result, watch) : result, key);
  const sent = list !== undefined ? {} : key === undefined ? body : id === undefined ? undefined : { [key]: id };
  // As the whole body of the response has it.
  const root = parsePointer(endpoint.binding?.envelope.result ?? "/result");
  const path = (...names: readonly (string | undefined)[]) =>
    code([...root, ...names].filter((name) => name !== undefined).join("."));
  const link = pageLink(code(polled.name), site.paths.action(type.name, polled.name));
  const idPath = path(isWithin ? watch : undefined, key);
  const asked: Inline[] =
    list !== undefined
      ? [link, "; of the items of ", path(list), ", the one whose ", code(key!), " is ", idPath, " of the first response"]
      : key !== undefined
        ? [link, " with ", code(key), ", which is ", idPath, " of the first response"]
        : [link, " with the same body"];
  const request = sent === undefined ? undefined : actionRequestBody(endpoint, polled, sent);
  return {
    facts: [
      { term: "Read", content: asked },
      ...stateFacts([list === undefined ? path(watch, state) : code(state)], pending, done, []),
    ],
    curl:
      sent === undefined || isLong(sent)
        ? undefined
        : curlCommand(endpoint, site.contract, { action: polled, body: request, makeValue: site.makeValue }),
  };
}

function stateFacts(
  field: readonly Inline[],
  pending: readonly State[],
  done: readonly State[],
  failed: readonly State[],
): Fact[] {
  const values = (states: readonly State[]) =>
    commaList(
      states.map((state) => code(String(state))),
      " or ",
    );
  return [
    { term: "Running", content: pending.length > 0 ? [...field, " is ", ...values(pending)] : [...field, " is any other value"] },
    ...(done.length > 0 ? [{ term: failed.length > 0 ? "Done" : "Ended", content: [...field, " is ", ...values(done)] }] : []),
    ...(failed.length > 0 ? [{ term: "Failed", content: [...field, " is ", ...values(failed)] }] : []),
  ];
}

function example(language: string, text: string): CodeBlock {
  return { kind: "code", language, text };
}

function paragraph(...content: Inline[]): Block {
  return { kind: "paragraph", content };
}
