/** A contract whose requests name their actions in one way, and calls of it as they stand on the wire, written by hand. */
export interface SelectorCase {
  /** Name of its file in `contracts`, without the extension. */
  readonly name: string;
  /** The path and the method of the endpoint in the contract. */
  readonly template: string;
  readonly method: string;
  /** The path in the contract against which requests and responses are validated, where the endpoint itself says nothing. */
  readonly wireTemplate?: string;
  /** The media type of bodies. */
  readonly mediaType?: string;
  /** What the application finds at the service's path; absent: there is none. */
  readonly service?: object;
  readonly calls: readonly WireCall[];
  /** Requests that name no action, and the status that the contract has for it. */
  readonly unknown: readonly (WireRequest & { readonly status: number })[];
  /** Bodies that the action rejects, and the pointer into what was sent. */
  readonly invalid: readonly (WireRequest & { readonly pointer: string })[];
  /** What the page of the first action says about its requests. */
  readonly documented: readonly string[];
  /** The paths of the actions in the expanded document. */
  readonly expanded: readonly string[];
  /** What is wrong with programs, an expression each: `client`. */
  readonly mistakes: readonly string[];
}

/** A request as it is sent. */
export interface WireRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly body?: unknown;
}

/** A call of an action, as a client makes it and as it is sent. */
export interface WireCall {
  readonly type: string;
  readonly action: string;
  /** Arguments of the client's handle. */
  readonly target?: object;
  /** The action's own body; absent: it takes no input. */
  readonly body?: object;
  readonly options?: { readonly parameters: object };
  readonly sent: WireRequest;
  /** What the handler returns, and what the server sends of it. */
  readonly returns: object | undefined;
  readonly status: number;
  readonly received: unknown;
  /** What the client's call resolves to. */
  readonly resolved: object | undefined;
}

/** The path in the contract that describes requests and responses. */
export function wireTemplate({ template, wireTemplate: own = template }: SelectorCase): string {
  return own;
}

/** The media type of forms: the texts of their fields are those of an object. */
export const formType = "application/x-www-form-urlencoded";

/** A body as text. */
export function wireText(mediaType: string, body: unknown): string {
  return mediaType === formType ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
}

const amazon = { "x-amz-target": "Tables_20120810.GetItem" };
const volume_id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const amazonType = "application/x-amz-json-1.0";

export const selectorCases: readonly SelectorCase[] = [
  {
    name: "key-values",
    template: "/",
    method: "post",
    mediaType: amazonType,
    calls: [
      {
        type: "tables",
        action: "GetItem",
        body: { TableName: "a", Key: { id: { S: "1" } } },
        sent: { url: "/", headers: amazon, body: { TableName: "a", Key: { id: { S: "1" } } } },
        returns: { result: { Item: { id: { S: "1" } } } },
        status: 200,
        received: { Item: { id: { S: "1" } } },
        resolved: { result: { Item: { id: { S: "1" } } } },
      },
      {
        type: "tables",
        action: "ListTables",
        sent: { url: "/", headers: { "x-amz-target": "Tables_20120810.ListTables" }, body: {} },
        returns: { result: { TableNames: ["a"] } },
        status: 200,
        received: { TableNames: ["a"] },
        resolved: { result: { TableNames: ["a"] } },
      },
    ],
    unknown: [
      { url: "/", headers: { "x-amz-target": "Tables_20120810.DropItem" }, body: {}, status: 400 },
      { url: "/", headers: { "x-amz-target": "GetItem" }, body: {}, status: 400 },
      { url: "/", headers: { "x-amz-target": "Tables_20120810." }, body: {}, status: 400 },
      { url: "/", body: {}, status: 400 },
    ],
    invalid: [{ url: "/", headers: amazon, body: { TableName: 1, Key: {} }, pointer: "/TableName" }],
    documented: ["X-Amz-Target: Tables_20120810.GetItem", "-H 'X-Amz-Target: Tables_20120810.GetItem'"],
    expanded: [
      "/#X-Amz-Target=Tables_20120810.GetItem",
      "/#X-Amz-Target=Tables_20120810.ListTables",
      "/#X-Amz-Target=Tables_20120810.PutItem",
    ],
    mistakes: ['client.tables().GetItem({ TableName: "a" })', "client.tables().DropItem({})"],
  },
  {
    name: "droplets",
    template: "/droplets/{droplet_id}/actions",
    method: "post",
    service: { droplet: { id: 7, status: "active" } },
    calls: [
      {
        type: "droplet",
        action: "rename",
        target: { droplet_id: 7 },
        body: { name: "web" },
        sent: { url: "/droplets/7/actions", body: { type: "rename", name: "web" } },
        returns: { status: "completed", envelope: { action: { id: 1 } } },
        status: 201,
        received: { action: { id: 1, status: "completed", type: "rename" } },
        resolved: { status: "completed", envelope: { action: { id: 1 } } },
      },
      {
        type: "droplet",
        action: "reboot",
        target: { droplet_id: 7 },
        sent: { url: "/droplets/7/actions", body: { type: "reboot" } },
        returns: { status: "in-progress", envelope: { action: { id: 2 } } },
        status: 201,
        received: { action: { id: 2, status: "in-progress", type: "reboot" } },
        resolved: { status: "in-progress", envelope: { action: { id: 2 } } },
      },
      {
        type: "droplet",
        action: "resize",
        target: { droplet_id: 7 },
        body: { size: "s-2", disk: true },
        sent: { url: "/droplets/7/actions", body: { type: "resize", size: "s-2", disk: true } },
        returns: { status: "in-progress", envelope: { action: { id: 3 } } },
        status: 201,
        received: { action: { id: 3, status: "in-progress", type: "resize" } },
        resolved: { status: "in-progress", envelope: { action: { id: 3 } } },
      },
    ],
    unknown: [
      { url: "/droplets/7/actions", body: { type: "destroy" }, status: 404 },
      { url: "/droplets/7/actions", body: { name: "web" }, status: 404 },
      { url: "/droplets/7/actions", body: { type: ["rename"] }, status: 404 },
      { url: "/droplets/7/actions", body: [], status: 404 },
      { url: "/droplets/x/actions", body: { type: "rename" }, status: 400 },
    ],
    invalid: [
      { url: "/droplets/7/actions", body: { type: "rename", name: 5 }, pointer: "/name" },
      { url: "/droplets/7/actions", body: { type: "resize", disk: true }, pointer: "/size" },
      { url: "/droplets/7/actions", body: { type: "reboot", force: true }, pointer: "/force" },
    ],
    documented: ["`reboot` at `/type` of the body", '"type": "reboot"'],
    expanded: [
      "/droplets/{droplet_id}/actions#type=reboot",
      "/droplets/{droplet_id}/actions#type=rename",
      "/droplets/{droplet_id}/actions#type=resize",
    ],
    mistakes: [
      "client.droplet({ droplet_id: 7 }).rename({ name: 5 })",
      'client.droplet({ droplet_id: 7 }).resize({ size: "s-2", type: "resize" })',
      "client.droplet({}).reboot()",
    ],
  },
  {
    name: "compute",
    template: "/servers/{server_id}/action",
    method: "post",
    calls: [
      {
        type: "server",
        action: "resize",
        target: { server_id: "s" },
        body: { flavorRef: "2" },
        sent: { url: "/servers/s/action", body: { resize: { flavorRef: "2" } } },
        returns: undefined,
        status: 202,
        received: undefined,
        resolved: undefined,
      },
      {
        type: "server",
        action: "os-start",
        target: { server_id: "s" },
        sent: { url: "/servers/s/action", body: { "os-start": null } },
        returns: undefined,
        status: 202,
        received: undefined,
        resolved: undefined,
      },
    ],
    unknown: [
      { url: "/servers/s/action", body: { "os-stop": null }, status: 404 },
      { url: "/servers/s/action", body: {}, status: 404 },
      { url: "/servers/s/action", body: { pause: null, "os-start": null }, status: 404 },
      { url: "/servers/s/action", body: ["pause"], status: 404 },
    ],
    invalid: [
      { url: "/servers/s/action", body: { resize: {} }, pointer: "/resize/flavorRef" },
      { url: "/servers/s/action", body: { "os-start": {} }, pointer: "/os-start" },
      { url: "/servers/s/action", body: { pause: { now: true } }, pointer: "/pause" },
    ],
    documented: ["a body whose only key is `os-start`", '"os-start": null'],
    expanded: ["/servers/{server_id}/action#os-start", "/servers/{server_id}/action#pause", "/servers/{server_id}/action#resize"],
    mistakes: ['client.server({ server_id: "s" }).resize({})', 'client.server({ server_id: "s" }).pause({ now: true })'],
  },
  {
    name: "instances",
    template: "/projects/{project}/instances/{instance}:{verb}",
    method: "post",
    service: { name: "vm", status: "STOPPED" },
    calls: [
      {
        type: "instance",
        action: "setLabels",
        target: { project: "p", instance: "a:b" },
        body: { labels: { env: "test" } },
        sent: { url: "/projects/p/instances/a%3Ab:setLabels", body: { labels: { env: "test" } } },
        returns: { result: { name: "vm", status: "STOPPED" } },
        status: 200,
        received: { name: "vm", status: "STOPPED" },
        resolved: { result: { name: "vm", status: "STOPPED" } },
      },
      {
        type: "instance",
        action: "start",
        target: { project: "p", instance: "vm" },
        sent: { url: "/projects/p/instances/vm:start", body: {} },
        returns: { result: { name: "vm", status: "RUNNING" } },
        status: 200,
        received: { name: "vm", status: "RUNNING" },
        resolved: { result: { name: "vm", status: "RUNNING" } },
      },
    ],
    unknown: [{ url: "/projects/p/instances/vm:stop", body: {}, status: 404 }],
    invalid: [{ url: "/projects/p/instances/vm:setLabels", body: { labels: { env: 1 } }, pointer: "/labels/env" }],
    documented: ["POST /projects/{project}/instances/{instance}:setLabels", "/projects/$PROJECT/instances/${INSTANCE}:setLabels"],
    expanded: ["/projects/{project}/instances/{instance}:setLabels", "/projects/{project}/instances/{instance}:start"],
    mistakes: ['client.instance({ project: "p", instance: "i", verb: "start" }).start()'],
  },
  {
    name: "rpc",
    template: "/rpc",
    method: "put",
    calls: [
      {
        type: "ledger",
        action: "transfer",
        body: { amount: 5 },
        sent: { url: "/rpc", body: { jsonrpc: "2.0", method: "ledger.transfer", params: { amount: 5 } } },
        returns: { result: { balance: 3 } },
        status: 200,
        received: { jsonrpc: "2.0", result: { balance: 3 } },
        resolved: { result: { balance: 3 } },
      },
      {
        type: "ledger",
        action: "balance",
        sent: { url: "/rpc", body: { jsonrpc: "2.0", method: "ledger.balance", params: {} } },
        returns: { result: { balance: 8 } },
        status: 200,
        received: { jsonrpc: "2.0", result: { balance: 8 } },
        resolved: { result: { balance: 8 } },
      },
    ],
    unknown: [
      { url: "/rpc", body: { jsonrpc: "2.0", method: "ledger.close", params: {} }, status: 400 },
      { url: "/rpc", body: { jsonrpc: "2.0", method: "transfer", params: { amount: 5 } }, status: 400 },
    ],
    invalid: [
      { url: "/rpc", body: { jsonrpc: "2.0", method: "ledger.transfer", params: { amount: 0 } }, pointer: "/params/amount" },
      { url: "/rpc", body: { method: "ledger.transfer", params: { amount: 1 } }, pointer: "/jsonrpc" },
      { url: "/rpc", body: { jsonrpc: "2.0", method: "ledger.balance", id: 1 }, pointer: "/id" },
    ],
    documented: ["`ledger.balance` at `/method` of the body", '"method": "ledger.balance"'],
    expanded: ["/rpc#method=ledger.balance", "/rpc#method=ledger.transfer"],
    mistakes: ["client.ledger().transfer({ params: { amount: 5 } })"],
  },
  {
    name: "home",
    template: "/services/{domain}/{service}",
    method: "post",
    calls: [
      {
        type: "light",
        action: "turn_on",
        body: { entity_id: "a", brightness: 9 },
        sent: { url: "/services/light/turn_on", body: { entity_id: "a", brightness: 9 } },
        returns: { result: { changed: ["a"] } },
        status: 200,
        received: { changed: ["a"] },
        resolved: { result: { changed: ["a"] } },
      },
      {
        type: "lock",
        action: "unlock",
        body: { code: "1234" },
        sent: { url: "/services/lock/unlock", body: { code: "1234" } },
        returns: { result: { changed: [] } },
        status: 200,
        received: { changed: [] },
        resolved: { result: { changed: [] } },
      },
    ],
    unknown: [
      { url: "/services/lock/turn_on", body: {}, status: 404 },
      { url: "/services/fan/turn_on", body: {}, status: 400 },
    ],
    invalid: [{ url: "/services/light/turn_on", body: { entity_id: "a", brightness: 256 }, pointer: "/brightness" }],
    documented: ["POST /services/light/turn_on"],
    expanded: ["/services/light/turn_on", "/services/lock/unlock"],
    mistakes: ["client.light().turn_on({ brightness: 1 })", 'client.light().unlock({ code: "1" })'],
  },
  {
    name: "queues",
    template: "/queues/{queue}",
    method: "patch",
    service: { state: "open" },
    calls: [
      {
        type: "queue",
        action: "Limit",
        target: { queue: "q" },
        body: { max: 3 },
        options: { parameters: { dryRun: true } },
        sent: { url: "/queues/q?Action=Limit&dryRun=true", body: { max: 3 } },
        returns: { status: "open" },
        status: 200,
        received: { state: "open" },
        resolved: { status: "open" },
      },
      {
        type: "queue",
        action: "Close",
        target: { queue: "q" },
        sent: { url: "/queues/q?Action=Close", body: {} },
        returns: { status: "closed" },
        status: 200,
        received: { state: "closed" },
        resolved: { status: "closed" },
      },
    ],
    unknown: [
      { url: "/queues/q?Action=Open", body: {}, status: 404 },
      { url: "/queues/q", body: {}, status: 400 },
    ],
    invalid: [{ url: "/queues/q?Action=Limit", body: { max: 0 }, pointer: "/max" }],
    documented: ["query parameter `Action: Close`", "?Action=Close"],
    expanded: ["/queues/{queue}#Action=Close", "/queues/{queue}#Action=Limit"],
    mistakes: ['client.queue({ queue: "q" }).Close({}, { parameters: { Action: "Limit" } })'],
  },
  {
    name: "queues",
    template: "/queues/{queue}/reports/{report}",
    method: "get",
    service: { state: "open" },
    calls: [
      {
        type: "report",
        action: "depth",
        target: { queue: "q" },
        sent: { url: "/queues/q/reports/depth.json" },
        returns: { result: { messages: 3 } },
        status: 200,
        received: { messages: 3 },
        resolved: { result: { messages: 3 } },
      },
    ],
    unknown: [
      { url: "/queues/q/reports/depth", status: 404 },
      { url: "/queues/q/reports/age.json", status: 404 },
    ],
    invalid: [],
    documented: ["GET /queues/{queue}/reports/depth.json"],
    expanded: ["/queues/{queue}/reports/depth.json"],
    mistakes: ['client.report({ queue: "q", report: "depth" }).depth()'],
  },
  {
    name: "clouds",
    template: "/servers/{id}/actions/{action}",
    wireTemplate: "/servers/{id}/actions/change_protection",
    method: "post",
    service: { server: { id: 7, status: "running" } },
    calls: [
      {
        type: "server",
        action: "change_protection",
        target: { id: 7 },
        body: { delete: true },
        sent: { url: "/servers/7/actions/change_protection", body: { delete: true } },
        returns: { status: "running", envelope: { action: { id: 1 } } },
        status: 201,
        received: { action: { id: 1, status: "running" } },
        resolved: { status: "running", envelope: { action: { id: 1 } } },
      },
      {
        type: "server",
        action: "reboot",
        target: { id: 7 },
        sent: { url: "/servers/7/actions/reboot", body: {} },
        returns: { status: "success", envelope: { action: { id: 2 } } },
        status: 201,
        received: { action: { id: 2, status: "success" } },
        resolved: { status: "success", envelope: { action: { id: 2 } } },
      },
    ],
    unknown: [{ url: "/servers/7/actions/explode", body: {}, status: 404 }],
    invalid: [{ url: "/servers/7/actions/change_protection", body: { delete: 1 }, pointer: "/delete" }],
    documented: ["POST /servers/{id}/actions/reboot", "Protects a server against deletion."],
    expanded: ["/servers/{id}/actions/change_protection", "/servers/{id}/actions/reboot"],
    mistakes: ["client.server({ id: 7 }).change_protection({})", "client.server({ id: 7 }).explode()"],
  },
  {
    name: "volumes",
    template: "/volumes/{volume_id}/actions",
    method: "post",
    calls: [
      {
        type: "volume",
        action: "attach",
        target: { volume_id },
        body: { droplet_id: 7 },
        sent: { url: `/volumes/${volume_id}/actions`, body: { type: "attach", droplet_id: 7 } },
        returns: { status: "in-progress" },
        status: 202,
        received: { status: "in-progress" },
        resolved: { status: "in-progress" },
      },
      {
        type: "volume",
        action: "detach_all",
        target: { volume_id },
        sent: { url: `/volumes/${volume_id}/actions`, body: { type: "detach_all" } },
        returns: { status: "in-progress" },
        status: 202,
        received: { status: "in-progress" },
        resolved: { status: "in-progress" },
      },
    ],
    unknown: [{ url: `/volumes/${volume_id}/actions`, body: { type: "explode" }, status: 404 }],
    invalid: [
      { url: `/volumes/${volume_id}/actions`, body: { type: "attach", droplet_id: 0 }, pointer: "/droplet_id" },
      { url: `/volumes/${volume_id}/actions`, body: { type: "detach_all", droplet_id: 7 }, pointer: "/droplet_id" },
    ],
    documented: ["`attach` at `/type` of the body", "Detaches the volume from all droplets."],
    expanded: ["/volumes/{volume_id}/actions#type=attach", "/volumes/{volume_id}/actions#type=detach_all"],
    mistakes: ['client.volume({ volume_id: "" }).attach({})', 'client.volume({ volume_id: "" }).detach({})'],
  },
  {
    name: "volumes",
    template: "/shares/{share_id}/action",
    method: "post",
    calls: [
      {
        type: "share",
        action: "extend",
        target: { share_id: "s" },
        body: { new_size: 2 },
        sent: { url: "/shares/s/action", body: { "os-extend": { new_size: 2 } } },
        returns: undefined,
        status: 202,
        received: undefined,
        resolved: undefined,
      },
      {
        type: "share",
        action: "unmanage",
        target: { share_id: "s" },
        sent: { url: "/shares/s/action", body: { "os-unmanage": null } },
        returns: undefined,
        status: 202,
        received: undefined,
        resolved: undefined,
      },
    ],
    unknown: [
      { url: "/shares/s/action", body: { extend: { new_size: 2 } }, status: 400 },
      { url: "/shares/s/action", body: { "os-reset": null }, status: 400 },
    ],
    invalid: [{ url: "/shares/s/action", body: { "os-extend": { new_size: 0 } }, pointer: "/os-extend/new_size" }],
    documented: ["a body whose only key is `os-extend`", "Makes it larger."],
    expanded: ["/shares/{share_id}/action#os-extend", "/shares/{share_id}/action#os-unmanage"],
    mistakes: ['client.share({ share_id: "" }).extend({})'],
  },
  {
    name: "forms",
    template: "/",
    method: "post",
    mediaType: formType,
    calls: [
      {
        type: "instance",
        action: "RunInstances",
        body: { MaxCount: 3, Monitoring: true, SubnetId: ["a b"] },
        sent: { url: "/", body: { Action: "RunInstances", MaxCount: "3", Monitoring: "true", SubnetId: "a b" } },
        returns: { result: { count: 3 } },
        status: 200,
        received: { count: 3 },
        resolved: { result: { count: 3 } },
      },
      {
        type: "instance",
        action: "StopAll",
        sent: { url: "/", body: { Action: "StopAll" } },
        returns: { result: { count: 0 } },
        status: 200,
        received: { count: 0 },
        resolved: { result: { count: 0 } },
      },
    ],
    unknown: [
      { url: "/", body: { Action: "Reboot" }, status: 400 },
      { url: "/", body: { MaxCount: "3" }, status: 400 },
      { url: "/?Action=StopAll", body: { MaxCount: "3" }, status: 400 },
      { url: "/", body: { Action: "" }, status: 400 },
    ],
    invalid: [
      { url: "/", body: { Action: "RunInstances", MaxCount: "many" }, pointer: "/MaxCount" },
      { url: "/", body: { Action: "RunInstances", MaxCount: "3", Monitoring: "perhaps" }, pointer: "/Monitoring" },
      { url: "/", body: { Action: "StopAll", MaxCount: "3" }, pointer: "/MaxCount" },
    ],
    documented: ["--data-urlencode 'Action=StopAll'", "--data-urlencode 'MaxCount="],
    expanded: ["/#Action=RunInstances", "/#Action=StopAll"],
    mistakes: ['client.instance().RunInstances({ MaxCount: "3" })', "client.instance().StopAll({ MaxCount: 3 })"],
  },
  {
    name: "forms",
    template: "/users",
    method: "post",
    mediaType: formType,
    calls: [
      {
        type: "user",
        action: "Rename",
        body: { Name: "a&b=c", Age: 7 },
        sent: { url: "/users?Action=Rename", body: { Name: "a&b=c", Age: "7" } },
        returns: { result: { count: 1 } },
        status: 200,
        received: { count: 1 },
        resolved: { result: { count: 1 } },
      },
    ],
    unknown: [
      { url: "/users", body: { Action: "Rename", Name: "a" }, status: 400 },
      { url: "/users?Action=Drop", body: { Name: "a" }, status: 400 },
    ],
    invalid: [
      { url: "/users?Action=Rename", body: { Action: "Rename", Name: "a" }, pointer: "/Action" },
      { url: "/users?Action=Rename", body: { Name: "a", Age: "x" }, pointer: "/Age" },
    ],
    documented: ["/users?Action=Rename", "--data-urlencode 'Name="],
    expanded: ["/users#Action=Rename"],
    mistakes: ['client.user().Rename({ name: "a" })'],
  },
];
