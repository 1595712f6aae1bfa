// Types of what the server takes and gives, from docs/openapi.json into src/api/openapi.ts. Run by
// `npm run build`, so that a field that is renamed there does not build here.
import { readFileSync, writeFileSync } from "node:fs";

const { components } = JSON.parse(readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8"));

/** A schema as a type. What it does not know is `unknown`, never `any`. */
function type(schema) {
  if (schema === true || schema === undefined) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(type).join(" | ");
  if (schema.allOf) return schema.allOf.map(type).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const kinds = [schema.type ?? []].flat();
  return kinds.map((kind) => ofKind(kind, schema)).join(" | ") || "unknown";
}

function ofKind(kind, schema) {
  switch (kind) {
    case "integer":
    case "number":
      return "number";
    case "array":
      return schema.items ? `(${type(schema.items)})[]` : "unknown[]";
    case "object":
      return schema.properties ? `{\n${fields(schema)}}` : "Record<string, unknown>";
    default:
      return kind;
  }
}

function fields({ properties, required = [] }) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const told = schema.description ? `  /** ${schema.description.replaceAll("\n", " ").replaceAll("*/", "* /")} */\n` : "";
    return `${told}  ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${type(schema)};\n`;
  });
  return lines.join("");
}

const shapes = Object.entries(components.schemas)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => `export type ${name} = ${type(schema)};\n`);
const head = "// Made by `types.mjs` from docs/openapi.json.\n";
writeFileSync(new URL("src/api/openapi.ts", import.meta.url), `${head}\n${shapes.join("\n")}`);
