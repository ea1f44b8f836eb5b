import { describe, expect, it } from "vitest";
import { read, success, told } from "./read-binding.js";

describe("the facts of a service", () => {
  const serviceOf = (service: string, more: Parameters<typeof read>[0] = {}) => {
    const { representation, ...facts } = read({ service, ...more }).service;
    expect(representation).toEqual({ path: "/things/{thing_id}", method: "get" });
    return facts;
  };
  const several = { actions: { vm: "{}", disk: "{}" } };

  it("have their type in the member whose values are types of the endpoint", () => {
    expect(
      serviceOf("{ type: object, properties: { kind: { enum: [vm, disk] }, type: { enum: [small, large] } } }", several),
    ).toEqual({
      type: "/kind",
    });
    expect(serviceOf("{ type: object, properties: { product: { const: vm } } }")).toEqual({ type: "/product" });
    expect(
      serviceOf('{ oneOf: [{ properties: { kind: { const: vm } } }, { $ref: "#/components/schemas/Disk" }] }', {
        ...several,
        schemas: "{ Disk: { allOf: [{ properties: { kind: { const: disk } } }] } }",
      }),
    ).toEqual({ type: "/kind" });
  });

  it("may have any text as their type", () => {
    expect(serviceOf("{ type: object, properties: { type: { type: string } } }", several)).toEqual({ type: "/type" });
    expect(serviceOf("{ type: object, properties: { kind: { type: string } } }", several)).toEqual({ type: "/kind" });
  });

  it("need no type if all services have the same", () => {
    expect(serviceOf("{ type: object, properties: { id: { type: string }, type: { enum: [small, large] } } }")).toEqual({});
  });

  it("are at the root, in the only object there, or in spec, status, attributes and properties", () => {
    const actions = "{ type: array, items: { type: object } }";
    expect(
      serviceOf(
        `{ type: object, properties: { id: {}, type: { const: vm }, state: { enum: [on] }, plan: { type: string }, capabilities: { type: object, properties: { actions: ${actions} } } } }`,
      ),
    ).toEqual({ type: "/type", status: "/state", plan: "/plan", actions: "/capabilities/actions" });
    expect(
      serviceOf(
        `{ type: object, properties: { kind: { const: vm }, spec: { type: object, properties: { plan: { type: string } } }, status: { type: object, properties: { state: { type: string }, actions: ${actions} } } } }`,
      ),
    ).toEqual({ type: "/kind", status: "/status/state", plan: "/spec/plan", actions: "/status/actions" });
    expect(
      serviceOf(
        "{ type: object, properties: { data: { type: object, properties: { type: { const: vm }, attributes: { type: object, properties: { status: { type: string } } } } } } }",
      ),
    ).toEqual({ type: "/data/type", status: "/data/attributes/status" });
    expect(
      serviceOf(
        "{ type: object, properties: { data: { type: object, properties: { kind: { enum: [vm, disk] } } }, meta: { type: object, properties: { took: { type: number } } } } }",
        several,
      ),
    ).toEqual({ type: "/data/kind" });
  });

  it("are those of the control API if nothing describes a service", () => {
    const assumed = { type: "/type", status: "/status", plan: "/plan", actions: "/capabilities/actions" };
    expect(serviceOf("{ type: object }")).toEqual(assumed);
    expect(read({}).service).toEqual({ representation: undefined, ...assumed });
  });

  it("are at the locations of a binding", () => {
    const paths = `{ /vms: { get: { operationId: find, responses: ${success("{ type: object, properties: { a: { type: string }, b: { type: object, properties: { c: { type: string } } } } }")} } } }`;
    const bound = (service: string) => read({ paths, binding: `{ service: ${service} }` });
    expect(bound("{ operation: find, type: /a, plan: /b/c, status: null }")).toMatchObject({
      service: { representation: { path: "/vms", method: "get" }, type: "/a", plan: "/b/c" },
      problems: [],
    });
    expect(bound("{ operation: find }").service).toEqual({ representation: { path: "/vms", method: "get" } });
    expect(bound("{ type: null }").service).not.toHaveProperty("type");
    expect(bound("null").service).toEqual({ representation: undefined });
    expect(told(bound("{ operation: fnd, tpye: /a }").problems)).toEqual([
      'binding-member tpye: unknown member "tpye" of a binding | Did you mean "type"?',
      'binding-operation operation: no operation has the id "fnd" | Did you mean "find"?',
    ]);
    expect(told(bound("{ operation: find, plan: /b/d }").problems)).toEqual([
      'binding-pointer plan: the schema of a service has nothing at "/b/d" | Did you mean "/b/c"?',
    ]);
  });

  it("are not returned by operations that invoke actions", () => {
    const paths = `{ "/vms/{vm_id}/do/{action}": { post: { operationId: invoke, responses: ${success("{ properties: { status: { type: string } } }")} } } }`;
    const bound = read({ paths, service: "{}", binding: "{ service: { operation: invoke } }" });
    expect(told(bound.problems)).toEqual([
      'binding-operation operation: "invoke" returns no service: it invokes actions | Write one of "getThing".',
    ]);
  });

  it("must have a type if the endpoint has actions of several", () => {
    const service = "{ type: object, properties: { id: { type: string } } }";
    expect(told(read({ service, ...several }).problems)).toEqual([
      'binding-missing responses: cannot determine the type of a service: the endpoint has actions of several types | Describe it in the schema of a service, as type or kind, or write x-acme-action-binding: { service: { type: /… } } next to the operation\'s responses. The service has "/id".',
    ]);
  });
});
