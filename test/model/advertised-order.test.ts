import { expect, test } from "vitest";
import { contractOf } from "../emit/load-emitted.js";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const list = (items: object) => ({ type: "array", items });
const jsonOf = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The orders of two types, whose services a schema describes. */
function ordersOf(service: object | undefined, { schemas = {}, binding = {} }: { schemas?: object; binding?: object } = {}) {
  const actions = { a: {}, b: {}, c: {} };
  const { serviceTypes } = contractOf({
    openapi: "3.1.0",
    info: { title: "Machines", version: "1" },
    paths: {
      ...(service ? { "/machines/{id}": { get: { operationId: "getMachine", responses: { "200": jsonOf(service) } } } } : {}),
      "/machines/{id}/{action}": {
        post: {
          operationId: "invoke",
          responses: { "200": { description: "Done." } },
          "x-platform-vm-actions": actions,
          "x-platform-gpu-actions": actions,
          "x-platform-action-binding": binding,
        },
      },
    },
    components: { schemas },
  });
  return Object.fromEntries(serviceTypes.map(({ name, advertised }) => [name, advertised.join("")]));
}

const own = (kind: string, ...names: string[]) => object({ kind: { const: kind }, actions: list({ enum: names }) });

test("is that of the names in the service's list, one for each type", () => {
  const services = { oneOf: [own("gpu", "b", "a"), ref("Vm")] };
  expect(ordersOf(services, { schemas: { Vm: own("vm", "c", "b", "a") } })).toEqual({ gpu: "bac", vm: "cba" });
});

test("is that of the names of its elements", () => {
  const named = list(object({ name: { enum: ["c", "gone", "a"] } }));
  expect(ordersOf(object({ type: { enum: ["vm", "gpu"] }, capabilities: object({ actions: named }) }))).toEqual({
    gpu: "cab",
    vm: "cab",
  });
});

test("is found at the location of a binding", () => {
  const service = object({ spec: object({ class: text, verbs: list({ enum: ["b"] }) }) });
  const binding = { service: { type: "/spec/class", actions: "/spec/verbs" } };
  expect(ordersOf(service, { binding })).toEqual({ gpu: "bac", vm: "bac" });
});

test("is that of the contract if nothing lists names", () => {
  expect(ordersOf(object({ kind: text, actions: list(text) }))).toEqual({ gpu: "abc", vm: "abc" });
});

test("is that of a component if no operation returns a service", () => {
  const capabilities = object({ actions: list(object({ name: { enum: ["c"] } })) });
  const Gpu = object({ type: { const: "gpu" }, capabilities });
  expect(ordersOf(undefined, { schemas: { Gpu, Other: object({ capabilities }) } })).toEqual({ gpu: "cab", vm: "abc" });
});
