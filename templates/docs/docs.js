// Search, copy buttons, tabs, and the switch between light and dark. Pages also work without them.
(() => {
  const root = document.documentElement;

  /** The reader's settings, if the browser stores any. */
  const memory = {
    get(key) {
      try {
        return localStorage.getItem(`docs-${key}`);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(`docs-${key}`, value);
      } catch {
        // The setting lasts as long as the page.
      }
    },
  };

  // Before anything is rendered, to avoid flashing.
  const theme = memory.get("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  document.addEventListener("DOMContentLoaded", () => {
    const header = document.querySelector("header");
    header.append(createSearch(), createThemeSwitch());
    document.querySelectorAll("[data-tabs]").forEach(makeTabs);
    document.querySelectorAll("pre").forEach(addCopyButton);
    closeOnEscape(document.querySelector(".versions details"));
    showCurrentPage();
    const place = document.querySelector("#try-it");
    if (place) offerForm(place);
  });

  /** An element with attributes; `text` becomes its text and is never read as HTML. */
  function create(tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  }

  /** Closes the list of versions by the key, and by a click elsewhere. */
  function closeOnEscape(list) {
    list?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      list.open = false;
      list.firstElementChild.focus();
    });
    document.addEventListener("click", (event) => {
      if (list && !list.contains(event.target)) list.open = false;
    });
  }

  /** Scrolls the list of pages to the current one, if it has its own scroll bar. */
  function showCurrentPage() {
    const list = document.querySelector("#contents");
    const current = list?.querySelector("[aria-current]");
    if (!current) return;
    const below = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    if (below > 0) list.scrollTop = below + list.clientHeight / 2;
  }

  /** Offers the form of a page. Its script, style and data are loaded when it is opened. */
  function offerForm(heading) {
    const holder = create("div");
    const button = create("button", { type: "button", class: "try-button" }, "Open the form");
    const page = document.querySelector("link[rel=alternate]").href.replace(/\.md$/, "");
    button.addEventListener("click", async () => {
      button.disabled = true;
      document.head.append(create("link", { rel: "stylesheet", href: `${root.dataset.root}try-it.css` }));
      await Promise.all([loadScript(`${root.dataset.root}try-it.js`), loadScript(`${page}.try.js`)]);
      self.startTry(holder, self.docsForm);
    });
    holder.append(button);
    heading.nextElementSibling.after(holder);
  }

  /** Data is a script, too, since a page opened as a file can't load anything else. */
  function loadScript(src) {
    return new Promise((resolve) => {
      const script = create("script", { src });
      script.addEventListener("load", resolve);
      document.head.append(script);
    });
  }

  function createThemeSwitch() {
    const button = create("button", { type: "button", class: "theme", "aria-label": "Switch between light and dark" }, "◐");
    button.addEventListener("click", () => {
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      memory.set("theme", root.dataset.theme);
    });
    return button;
  }

  function addCopyButton(pre) {
    const button = create("button", { type: "button", class: "copy" }, "Copy");
    button.addEventListener("click", async () => {
      await copy(pre.textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    const holder = pre.closest("section, .example") ?? wrap(pre);
    holder.append(button);
  }

  function wrap(pre) {
    const holder = create("div", { class: "example" });
    pre.before(holder);
    holder.append(pre);
    return holder;
  }

  /** A page opened as a file may have no clipboard API; `execCommand` works there. */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = create("textarea", { class: "hidden" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  /** Shows one of several sections, and stores the choice for all pages. */
  function makeTabs(holder, group) {
    const panels = [...holder.children];
    const list = create("div", { role: "tablist", "aria-label": holder.dataset.tabs });
    const tabs = panels.map((panel, index) => {
      const id = `tab-${group}-${index}`;
      const tab = create(
        "button",
        { type: "button", role: "tab", id, "aria-controls": `${id}-panel` },
        panel.getAttribute("aria-label"),
      );
      panel.id = `${id}-panel`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", id);
      panel.removeAttribute("aria-label");
      tab.addEventListener("click", () => open(index, true));
      list.append(tab);
      return tab;
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length;
      open(next, true);
      tabs[next].focus();
    });
    holder.prepend(list);
    const remembered = tabs.findIndex((tab) => tab.textContent === memory.get("tab"));
    open(Math.max(remembered, 0), false);

    function open(index, isChosen) {
      tabs.forEach((tab, at) => {
        tab.setAttribute("aria-selected", at === index);
        tab.tabIndex = at === index ? 0 : -1;
        panels[at].classList.toggle("open", at === index);
      });
      if (isChosen) memory.set("tab", tabs[index].textContent);
    }
  }

  /** A search field with suggestions. The index is loaded at the start of a search. */
  function createSearch() {
    const form = create("form", { role: "search", class: "search" });
    const input = create("input", {
      type: "search",
      placeholder: "Search actions, fields, errors  /",
      "aria-label": "Search",
      autocomplete: "off",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "found",
      "aria-autocomplete": "list",
    });
    const list = create("ul", { id: "found", role: "listbox", "aria-label": "Found", hidden: "" });
    const status = create("p", { class: "hidden", role: "status" });
    form.append(input, list, status);
    let entries;
    let selected = 0;

    input.addEventListener("focus", () => loadEntries().then((loaded) => (entries = loaded)));
    input.addEventListener("input", () => loadEntries().then(show));
    input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && list.children.length > 0) {
        event.preventDefault();
        select((selected + step + list.children.length) % list.children.length);
      } else if (event.key === "Escape") close();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!list.hidden && list.children[selected]) go(list.children[selected]);
    });
    form.addEventListener("focusout", (event) => {
      if (!form.contains(event.relatedTarget)) close();
    });
    list.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const option = event.target.closest("li");
      if (option) go(option);
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
    });
    return form;

    function show(loaded) {
      entries = loaded;
      const found = find(entries, input.value);
      list.replaceChildren(
        ...found.map(({ name, about, address }, index) => {
          const option = create("li", { role: "option", id: `found-${index}`, "data-address": address });
          option.append(create("code", {}, name), create("span", {}, about));
          return option;
        }),
      );
      const isAsked = input.value.trim() !== "";
      status.textContent = isAsked ? `${found.length} found` : "";
      list.hidden = found.length === 0;
      input.setAttribute("aria-expanded", String(!list.hidden));
      if (list.hidden) input.removeAttribute("aria-activedescendant");
      else select(0);
    }

    function select(index) {
      selected = index;
      [...list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
      input.setAttribute("aria-activedescendant", `found-${index}`);
      list.children[index].scrollIntoView({ block: "nearest" });
    }

    function close() {
      list.hidden = true;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    }

    function go(option) {
      close();
      location.href = root.dataset.root + option.dataset.address;
    }
  }

  let loading;

  /** The index is a script, since a page opened as a file can't load other data. */
  function loadEntries() {
    loading ??= new Promise((resolve) => {
      const script = create("script", { src: `${root.dataset.root}search-index.js` });
      script.addEventListener("load", () => resolve(prepare(self.docsEntries)));
      script.addEventListener("error", () => resolve([]));
      document.head.append(script);
    });
    return loading;
  }

  /** The pages with what is found on them. It is made once, so that a key costs little among thousands of actions. */
  function prepare(entries) {
    return entries.map(([title, above, path, lead, ids]) => {
      const where = above ? `${above} ${title}` : title;
      const about = lead ? `${above ? `${above}: ` : ""}${lead}` : above;
      const parts = ids.map((id) => {
        const [section, ...rest] = id.split(".");
        const kind = section === "error" ? "error" : `field of the ${section}`;
        return target(rest.join("."), `${kind} of ${where}`, `${path}.html#${encodeURIComponent(id)}`, 0.8);
      });
      return { text: `${title} ${above} ${lead}`.toLowerCase(), targets: [target(title, about, `${path}.html`, 1), ...parts] };
    });
  }

  function target(name, about, address, weight) {
    return { name, lower: name.toLowerCase(), about, address, weight };
  }

  const maxFound = 20;

  /** What matches all words of a query, the best first. */
  function find(pages, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    if (words.length === 0) return found;
    for (const { text, targets } of pages) {
      const isOnPage = words.map((word) => text.includes(word));
      for (const one of targets) {
        let score = 0;
        const fits = words.every((word, index) => {
          const rated = rate(one.lower, word);
          score += rated;
          return rated > 0 || isOnPage[index];
        });
        if (fits && (score > 0 || one.weight === 1)) keep(one, score * one.weight);
      }
    }
    return found;

    function keep(one, score) {
      const isBetter = (other) => other.score > score || (other.score === score && other.address < one.address);
      if (found.length === maxFound && isBetter(found.at(-1))) return;
      found.splice(found.findLastIndex(isBetter) + 1, 0, { ...one, score });
      if (found.length > maxFound) found.pop();
    }
  }

  /** How well a word matches a name: the whole name, its last part, its beginning, or any part. */
  function rate(name, word) {
    if (!name.includes(word)) return 0;
    if (name === word) return 100;
    if (name.endsWith(`.${word}`)) return 90;
    return name.startsWith(word) ? 60 : 30;
  }
})();
