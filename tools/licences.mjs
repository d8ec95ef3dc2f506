// The notices of strangers' code: every bundled package with its licence as it stands in the package.
import { readdirSync, readFileSync } from "node:fs";

const NOTICE = /^(?:licen[cs]es?|copying|notice|third[-_]?party.*)(?:\.(?:md|txt))?$/i;
const RULE = "-".repeat(80);

/** The text of THIRD-PARTY-LICENCES.txt; throws where a package has no licence text, since it mustn't be shipped so. */
export function licencesText(packages) {
  const head = "botform is built with code or declarations of the packages below. Each comes under its own licence.\n";
  const entries = packages.map(({ name, manifest }) =>
    entry(`${name} ${manifest.version}`, manifest.license, noticesOf(name)),
  );
  return [head, ...entries].join("\n");
}

function entry(title, licence, text) {
  return `${RULE}\n${title}\nLicence: ${licence}\n${RULE}\n\n${text}\n`;
}

function noticesOf(name) {
  const files = readdirSync(`node_modules/${name}`).filter((file) => NOTICE.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence file, so it can't be bundled`);
  const texts = files.sort().map((file) => readFileSync(`node_modules/${name}/${file}`, "utf8"));
  return texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n");
}
