// A self-signed certificate for 127.0.0.1, made anew each time from node:crypto alone: DER by hand (X.509, RFC 5280).
import { generateKeyPairSync, sign } from "node:crypto";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

/** One element: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const COMMON_NAME = der(OID, Buffer.from([0x55, 0x04, 0x03]));
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OID, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])));

/** A key and a certificate (PEM) that nobody trusts. */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from("127.0.0.1")))));
  const validity = ["250101000000Z", "491231235959Z"].map((moment) => der(UTC_TIME, Buffer.from(moment)));
  const facts = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, ...validity),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign("sha256", facts, privateKey));
  const text = der(SEQUENCE, facts, ECDSA_WITH_SHA256, signature).toString("base64");
  const lines = text.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
