import { create, createButton, createId } from "./dom.js";

/** Asks the reader to type a name before a call that may destroy something; resolves to whether it was typed. */
export function confirmByName(name: string, request: string): Promise<boolean> {
  const input = create("input", { type: "text", id: createId(), autocomplete: "off", spellcheck: "false" });
  const title = create("h3", { id: createId() }, `Send ${name}?`);
  const send = createButton("Send", () => dialog.close("send"), { class: "send" });
  send.disabled = true;
  input.addEventListener("input", () => (send.disabled = input.value !== name));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !send.disabled) dialog.close("send");
  });
  const dialog = create(
    "dialog",
    { class: "try-dialog", "aria-labelledby": title.id },
    title,
    create("p", {}, "It may delete or overwrite: ", create("code", {}, request)),
    create("label", { for: input.id }, "Type ", create("code", {}, name), " to send it:"),
    input,
    create(
      "p",
      { class: "buttons" },
      send,
      createButton("Cancel", () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "send");
    });
  });
}
