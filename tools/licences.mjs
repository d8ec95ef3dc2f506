// The notices of strangers' code: every bundled package with its licence as it stands in the package.
import { readdirSync, readFileSync } from "node:fs";

const NOTICE = /^(?:licen[cs]es?|copying|notice|third[-_]?party.*)(?:\.(?:md|txt))?$/i;
const RULE = "-".repeat(80);

/** Built into a package as machine code, with no notice of its own there. */
const EMBEDDED = {
  undici: [
    {
      name: "llhttp",
      licence: "MIT",
      text: `This software is licensed under the MIT License.

Copyright Fedor Indutny, 2018.

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included
in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
USE OR OTHER DEALINGS IN THE SOFTWARE.`,
    },
  ],
};

/** What `package` holds that has no version of its own to be looked up by. */
export function embeddedIn(name) {
  return EMBEDDED[name] ?? [];
}

/** The text of THIRD-PARTY-LICENCES.txt; throws where a package has no licence text, since it mustn't be shipped so. */
export function licencesText(packages) {
  const head = "botform is built with code or declarations of the packages below. Each comes under its own licence.\n";
  const entries = packages.flatMap((bundled) => [
    entry(`${bundled.name} ${bundled.manifest.version}`, bundled.manifest.license, noticesOf(bundled.name)),
    ...embeddedIn(bundled.name).map(({ name, licence, text }) => entry(`${name} (in ${bundled.name})`, licence, text)),
  ]);
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
