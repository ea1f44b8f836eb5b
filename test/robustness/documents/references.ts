import { contractWith, document, documents, type HostileDocument } from "./document.js";

const body = (ref: string, code?: string) =>
  contractWith({ properties: `other: { $ref: ${JSON.stringify(ref)} }${code === undefined ? "" : ` #! ${code}`}` });
const refused = (name: string, ref: string, code: string) => documents(name, { "openapi.yaml": body(ref, code) });
const fine = { "parts/fine.yaml": "type: string\nmaxLength: 5\n" };

/** Attacks by what a `$ref` names. `outside.yaml` stands beside the contract's folder and is never to be read. */
export const referenceDocuments: readonly HostileDocument[] = [
  refused("a file above", "../outside.yaml", "ref-outside-root"),
  refused("a file above by a detour", "parts/../../outside.yaml", "ref-outside-root"),
  refused("a file above, percent-encoded", "%2e%2e/outside.yaml", "ref-outside-root"),
  refused("a file above, its slash percent-encoded", "..%2foutside.yaml", "ref-outside-root"),
  refused("a file above, percent-encoded twice", "%252e%252e%252foutside.yaml", "ref-unresolved"),
  refused("a file above, by backslashes", "..\\outside.yaml", "ref-syntax"),
  refused("the folder above", "..", "ref-outside-root"),
  refused("a system file", "/etc/passwd", "ref-outside-root"),
  refused("a system file, percent-encoded", "%2fetc%2fpasswd", "ref-outside-root"),
  refused("a drive of Windows", "C:\\Windows\\win.ini", "ref-remote"),
  refused("a share of Windows", "\\\\host\\share\\a.yaml", "ref-syntax"),
  refused("a host without a scheme", "//127.0.0.1/a.yaml", "ref-remote"),
  refused("HTTP", "http://127.0.0.1:9/a.yaml#/a", "ref-remote"),
  refused("HTTPS in capitals", "HTTPS://127.0.0.1:9/a.yaml", "ref-remote"),
  refused("the address of a cloud's secrets", "http://169.254.169.254/latest/meta-data/", "ref-remote"),
  refused("a file by its URL", "file:///etc/passwd", "ref-remote"),
  refused("data in the reference", "data:application/json,{}", "ref-remote"),
  refused("a script in the reference", "javascript:hit()", "ref-remote"),
  refused("a module of Node", "node:fs", "ref-remote"),
  refused("NUL in the path", "a%00.yaml", "ref-syntax"),
  refused("a line break in the path", "a%0ab.yaml", "ref-syntax"),
  refused("a broken percent escape", "a%zz.yaml", "ref-syntax"),
  refused("a query", "parts/fine.yaml?x=1", "ref-syntax"),
  refused("nothing", "", "ref-syntax"),
  refused("a folder", ".", "ref-unresolved"),
  refused("a file that isn't there", "parts/none.yaml", "ref-unresolved"),
  refused("a name of a megabyte", "a".repeat(1 << 20), "ref-unresolved"),
  refused("a member of all objects", "#/__proto__/constructor", "ref-unresolved"),
  refused("a member of all functions", "#/constructor/prototype", "ref-unresolved"),
  refused("the length of a list", "#/paths/~1machines~1{id}~1actions~1{action}/post/parameters/length", "ref-unresolved"),
  refused("an index that is no index", "#/paths/~1machines~1{id}~1actions~1{action}/post/parameters/-1", "ref-unresolved"),
  refused("an anchor", "#Id", "ref-syntax"),
  refused("a tilde that escapes nothing", "#/components/schemas/~2", "ref-syntax"),
  refused("a component of another kind", "#/paths/~1machines~1{id}~1actions~1{action}/post", "ref-kind"),
  refused("a text", "#/info/title", "ref-kind"),
  document("a component, percent-encoded", { properties: 'other: { $ref: "#/%63omponents/schemas/I%64" }' }),
  document("a list in place of a reference", { properties: "other: { $ref: [] } #! structure" }),
  document("nothing in place of a reference", { properties: "other: { $ref: ~ } #! structure" }),
  document("a property of the name $ref", { properties: "$ref: { type: string, maxLength: 5 }" }),
  document("a reference to itself", { schemas: 'Me: { $ref: "#/components/schemas/Me" } #! ref-cycle' }),
  document("two references to each other", {
    schemas: 'A: { $ref: "#/components/schemas/B" }\nB: { $ref: "#/components/schemas/A" } #! ref-cycle',
  }),
  document("a schema that is part of itself", {
    schemas: 'Me: { allOf: [{ $ref: "#/components/schemas/Me" }] } #! ref-cycle',
  }),
  document("a schema that refers into itself", {
    schemas: 'Me: { type: object, properties: { a: { $ref: "#/components/schemas/Me/properties/a" } } } #! ref-cycle',
  }),
  document("a tree", {
    properties: 'tree: { $ref: "#/components/schemas/Tree" }',
    schemas:
      'Tree: { type: object, additionalProperties: false, properties: { inner: { type: array, maxItems: 3, items: { $ref: "#/components/schemas/Tree" } } } }',
  }),
  document("a chain of a thousand references", {
    schemas: [
      ...Array.from(
        { length: 1000 },
        (_, n) => `C${n}: { $ref: "#/components/schemas/C${n + 1}" }${n === 250 ? " #! ref-depth" : ""}`,
      ),
      "C1000: { type: string, maxLength: 5 }",
    ].join("\n"),
  }),
  document("path items in a circle", {
    paths: '/a: { $ref: "#/paths/~1b" } #! ref-cycle\n/b: { $ref: "#/paths/~1a" } #! ref-cycle',
  }),
  document("an action in a circle", {
    actions: 'stop: { $ref: "#/paths/~1machines~1{id}~1actions~1{action}/post/x-platform-machine-actions/stop" } #! ref-cycle',
  }),
  document("a reference where OpenAPI has none, to nothing", { root: 'tags: [{ $ref: "#/x-tag" }] #! ref-unresolved' }),
  document("a reference where OpenAPI has none, to itself", { root: 'tags: [{ $ref: "#/tags/0" }] #! ref-cycle' }),
  document("a description out of the folder", {
    root: "tags: [{ name: a, description: { $ref: ../outside.yaml } }] #! ref-outside-root",
  }),
  document("a description that is a device", {
    root: "tags: [{ name: a, description: { $ref: /dev/zero } }] #! ref-outside-root",
  }),
  documents("a description with code", {
    "openapi.yaml": contractWith({
      root: "tags: [{ name: a, description: { $ref: a.md } }]",
      operation: "description: { $ref: a.md }",
    }),
    "a.md": "*/ globalThis.PWNED = 1; /* ${globalThis.PWNED = 1} `<script>globalThis.PWNED = 1</script>\u2028\n",
  }),
  documents("a description of two mebibytes", {
    "openapi.yaml": contractWith({ root: "tags: [{ name: a, description: { $ref: a.md } }] #! file-too-large" }),
    "a.md": "a".repeat(2 * 1024 * 1024),
  }),
  documents("files in a circle", {
    "openapi.yaml": body("a.yaml"),
    "a.yaml": "type: object\nadditionalProperties: false\nproperties: { b: { $ref: b.yaml } }\n",
    "b.yaml": "type: object\nadditionalProperties: false\nproperties: { a: { $ref: a.yaml } }\n",
  }),
  documents("files that are nothing but each other", {
    "openapi.yaml": body("a.yaml"),
    "a.yaml": "$ref: b.yaml\n",
    "b.yaml": "$ref: a.yaml #! ref-cycle\n",
  }),
  documents("a mistake in another file", {
    "openapi.yaml": body("parts/a.yaml"),
    "parts/a.yaml": "type: string\nmaxLength: -1 #! keyword-value\n",
  }),
  documents("a mistake in a file whose name turns terminals around", {
    "openapi.yaml": body("parts/\u202e\u009b2J.yaml"),
    "parts/\u202e\u009b2J.yaml": "type: string\nmaxLength: -1 #! keyword-value\n",
  }),
  documents("a remote reference in another file", {
    "openapi.yaml": body("parts/a.yaml"),
    "parts/a.yaml": "$ref: http://127.0.0.1:9/a.yaml #! ref-remote\n",
  }),
  documents("another file that climbs out", {
    "openapi.yaml": body("parts/a.yaml"),
    "parts/a.yaml": "$ref: ../../outside.yaml #! ref-outside-root\n",
  }),
  documents("another file in the folder above it", {
    "openapi.yaml": body("parts/a.yaml"),
    "parts/a.yaml": "$ref: ../fine.yaml\n",
    "fine.yaml": fine["parts/fine.yaml"],
  }),
  documents(
    "a link out of the folder",
    { "openapi.yaml": body("link.yaml", "ref-outside-root") },
    { links: { "link.yaml": "../outside.yaml" } },
  ),
  documents(
    "a folder that leads out",
    { "openapi.yaml": body("away/outside.yaml", "ref-outside-root") },
    { links: { away: ".." } },
  ),
  documents(
    "a link to a device",
    { "openapi.yaml": body("zero.yaml", "ref-outside-root") },
    { links: { "zero.yaml": "/dev/zero" } },
  ),
  documents("a link to itself", { "openapi.yaml": body("loop.yaml", "ref-unresolved") }, { links: { "loop.yaml": "loop.yaml" } }),
  documents(
    "a link inside the folder",
    { "openapi.yaml": body("link.yaml"), ...fine },
    { links: { "link.yaml": "parts/fine.yaml" } },
  ),
  documents("a file that is no YAML", { "openapi.yaml": body("a.yaml"), "a.yaml": '"\n' }, { errors: ["a.yaml:2 syntax"] }),
  document("a mapping of a discriminator that leads out", {
    schemas:
      "Pet: { oneOf: [{ $ref: '#/components/schemas/Id' }], discriminator: { propertyName: kind, mapping: { a: http://127.0.0.1:9/a.yaml } } } #! ref-remote",
  }),
  document("an example elsewhere", {
    parameters:
      '- { name: q, in: query, schema: { type: string, maxLength: 5 }, examples: { a: { externalValue: "file:///etc/passwd" } } }',
  }),
];
