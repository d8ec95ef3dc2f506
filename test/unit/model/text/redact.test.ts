// Known secrets are taken out of a text in each form in which they may stand in it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactor } from "../../../../src/model/text/redact.js";
import { cleanHtml } from "../../../../src/render/sanitize.js";

const SECRET = `k&y<7>"q'\`/+=~%é`;

describe("a secret", () => {
  it.each([
    ["as it is", SECRET],
    ["in a page", cleanHtml(SECRET)],
    [
      "in XML",
      SECRET.replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    ],
    ["in a messenger's text", SECRET.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in an address", encodeURIComponent(SECRET)],
    ["in Base64", Buffer.from(`ab${SECRET}`).toString("base64")],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
  ])("is taken out %s", (_where, form) => {
    const shown = redactor([SECRET])(`before ${form} after`);
    expect(shown).toContain("***");
    for (const part of ["k&y", "7>", "k&amp;y", "é", "%C3%A9"]) expect(shown).not.toContain(part);
  });

  it("is taken out whole, its first and its last character too", () => {
    const hex = Buffer.from(SECRET).toString("hex");
    const inJson = JSON.stringify(SECRET).slice(1, -1);
    const encoded = encodeURIComponent(SECRET);
    const lowered = encoded.replace(/%../g, (one) => one.toLowerCase());
    const inForm = new URLSearchParams([["", SECRET]]).toString().slice(1);
    const forms = [SECRET, inJson, encoded, lowered, inForm, hex, hex.toUpperCase()];
    expect(forms.map((form) => redactor([SECRET])(`<${form}>`))).toEqual(forms.map(() => "<***>"));
  });

  it.each([0, 1, 2])(
    "is taken out of the Base64 of a text that has it after %d bytes, with more behind it",
    (before) => {
      for (const behind of ["", "x", "xy", "xyz"]) {
        const text = Buffer.from(`${"-".repeat(before)}${SECRET}${behind}`);
        for (const encoded of [text.toString("base64"), text.toString("base64url")]) {
          const shown = redactor([SECRET])(encoded);
          expect(shown.length).toBeLessThanOrEqual("----***======".length);
          expect(shown).toContain("***");
        }
      }
    },
  );

  it("that is hardly one stays: a short word would make every text unreadable", () => {
    expect(redactor(["abc"])("abc")).toBe("abc");
    expect(redactor(["k3y-0"])("k3y-0")).toBe("k3y-0");
  });

  it("of six characters is one", () => {
    expect(redactor(["k3y-0!"])("it is k3y-0!, and k3y-0")).toBe("it is ***, and k3y-0");
  });

  it("is found among many, wherever it stands and whatever stands beside it", () => {
    const long = fc.string({ unit: "binary", minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 20 }), fc.array(fc.string()), (secrets, between) => {
        const forms = secrets.flatMap((secret) => [
          secret,
          JSON.stringify(secret).slice(1, -1),
          Buffer.from(secret).toString("hex"),
          Buffer.from(secret).toString("base64").replaceAll("=", ""),
        ]);
        const text = forms.map((form, at) => `${between[at] ?? ""}${form}`).join("");
        // Each by itself, one after the other, in the order that one redactor of all takes.
        const shown = redactor(secrets)(text);
        for (const secret of secrets) expect(redactor([secret])(shown)).toBe(shown);
      }),
    );
  });

  it("that holds another one is taken out whole, in whichever order they are named", () => {
    for (const secrets of [
      ["secret", "secret-and-more"],
      ["secret-and-more", "secret"],
    ])
      expect(redactor(secrets)("secret-and-more, secret")).toBe("***, ***");
  });
});
