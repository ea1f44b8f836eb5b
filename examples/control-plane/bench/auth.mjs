const password = "correct horse battery";

/** Calls of an auth service: actions, and what an application's pages send. */
export async function benchAuth(plane) {
  const id = await plane.demo("auth");
  const { endpoint, publishable_key } = JSON.parse(await plane.reveal(id));
  const headers = { apikey: publishable_key, "content-type": "application/json" };
  const post = async (path, body) => {
    const response = await plane.send({ method: "POST", url: `${endpoint}${path}`, headers, body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${response.body}`);
    return response;
  };
  let count = 0;
  const signUp = () => post("/sign-up/email", { email: `user-${count++}@example.com`, password, name: "User" });
  const first = await signUp();
  const user_id = JSON.parse(first.body).user.id;
  const session = { apikey: publishable_key, authorization: `Bearer ${first.headers["set-auth-token"]}` };
  const get = async (path, own) => {
    const { status, body } = await plane.send({ url: `${endpoint}${path}`, headers: own });
    if (status !== 200 || body === "null") throw new Error(`${path} returned ${status}: ${body}`);
  };
  // A page of users is a page of 50, not of one.
  while (count < 50) await signUp();
  const nobody = "00000000-0000-4000-8000-000000000000";
  return [
    { name: "action list_users, 50", inFlight: 8, run: () => plane.invoke(id, "list_users", { limit: 50 }) },
    {
      name: "action set_user_roles",
      inFlight: 8,
      run: () => plane.invoke(id, "set_user_roles", { user_id, roles: [count % 2 ? "user" : "editor"] }),
    },
    { name: "action delete_user, 404", inFlight: 8, run: () => plane.invoke(id, "delete_user", { user_id: nobody }, 404) },
    { name: "sign-up", inFlight: 8, run: signUp },
    { name: "sign-in", inFlight: 8, run: () => post("/sign-in/email", { email: "user-0@example.com", password }) },
    { name: "session", inFlight: 8, run: () => get("/get-session", session) },
    { name: "access token", inFlight: 8, run: () => get("/token", session) },
    { name: "JWKS", inFlight: 8, run: () => get("/.well-known/jwks.json", {}) },
  ];
}
