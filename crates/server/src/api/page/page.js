const METHODS = ["get", "post", "put", "patch", "delete"];

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A schema in a few words, with a link to where it is written out. */
function brief(schema) {
  if (schema === undefined || schema === true) return element("span", "anything");
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return element("a", name, { href: `#schema-${name}` });
  }
  const span = element("span");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    choices.forEach((choice, index) => {
      if (index > 0) span.append(" or ");
      span.append(brief(choice));
    });
  } else if (schema.type === "array") {
    span.append("list of ", brief(schema.items));
  } else {
    span.append([schema.type].flat().filter(Boolean).join(" or ") || "anything");
    if (schema.enum) span.append(": " + schema.enum.join(", "));
    if (schema.const !== undefined) span.append(": " + JSON.stringify(schema.const));
  }
  return span;
}

function table(heads, rows) {
  const made = element("table");
  const head = element("tr");
  for (const text of heads) head.append(element("th", text, { scope: "col" }));
  made.append(head);
  for (const cells of rows) {
    const row = element("tr");
    for (const cell of cells) {
      const place = element("td");
      place.append(cell ?? "");
      row.append(place);
    }
    made.append(row);
  }
  return made;
}

function code(text) {
  return element("code", text);
}

function contents(content) {
  const list = element("span");
  for (const [type, media] of Object.entries(content ?? {})) {
    list.append(code(type), " ", brief(media.schema), " ");
  }
  return list;
}

function operation(path, method, spec) {
  const section = element("section", undefined, { id: spec.operationId ?? `${method}-${path}` });
  const title = element("h3");
  title.append(element("span", method, { class: "method" }), " ", path);
  section.append(title, element("p", spec.summary));
  if (spec.description) section.append(element("p", spec.description));
  const ways = (spec.security ?? []).flatMap((way) => Object.keys(way));
  if (ways.length > 0) section.append(element("p", `Signed in by ${ways.join(" or ")}.`));
  if (spec.parameters?.length > 0) {
    const rows = spec.parameters.map((it) => [
      code(it.name),
      it.in,
      brief(it.schema),
      it.description,
    ]);
    section.append(element("h4", "Parameters"), table(["name", "in", "type", "meaning"], rows));
  }
  if (spec.requestBody) {
    section.append(element("h4", "Body"), contents(spec.requestBody.content));
  }
  const rows = Object.entries(spec.responses ?? {}).map(([status, response]) => [
    code(status),
    response.description,
    contents(response.content),
  ]);
  section.append(element("h4", "Answers"), table(["status", "meaning", "content"], rows));
  return section;
}

function written(name, schema) {
  const section = element("section", undefined, { id: `schema-${name}` });
  section.append(element("h3", name));
  if (schema.description) section.append(element("p", schema.description));
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length > 0) {
    const rows = properties.map(([key, value]) => [
      code(key),
      brief(value),
      schema.required?.includes(key) ? "always" : "",
      value.description,
    ]);
    section.append(table(["field", "type", "", "meaning"], rows));
  }
  const details = element("details");
  details.append(element("summary", "JSON Schema"), element("pre", JSON.stringify(schema, null, 2)));
  section.append(details);
  return section;
}

function show(api) {
  const nav = document.querySelector("nav");
  const main = document.querySelector("main");
  document.querySelector("#about").textContent = api.info.description;
  const all = Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, spec: item[method] })),
  );
  for (const tag of api.tags ?? []) {
    const own = all.filter(({ spec }) => (spec.tags ?? []).includes(tag.name));
    if (own.length === 0) continue;
    nav.append(element("h2", tag.name));
    main.append(element("h2", tag.description ?? tag.name));
    for (const { path, method, spec } of own) {
      const section = operation(path, method, spec);
      nav.append(element("a", spec.summary ?? path, { href: `#${section.id}` }));
      main.append(section);
    }
  }
  main.append(element("h2", "Shapes"));
  const schemas = Object.entries(api.components?.schemas ?? {});
  for (const [name, schema] of schemas) main.append(written(name, schema));
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
}

try {
  const answer = await fetch("/api/openapi.json");
  show(await answer.json());
} catch {
  document.querySelector("#about").textContent = "The document could not be loaded; try again.";
}
