// A passkey made of code, as a browser and a device make one together: ES256 keys, and signatures over what the page's browser says.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a page may differ in from the desk's own. */
export interface Faults {
  origin?: string;
  rpId?: string;
  /** False: the device has asked nobody for a finger or a PIN. */
  isVerified?: boolean;
  /** The count that goes along, instead of the next one. */
  counter?: number;
  userHandle?: string;
}

export interface SoftwarePasskey {
  id: string;
  /** @param options what the gateway has told the browser */
  make(options: unknown, faults?: Faults): object;
  use(options: unknown, faults?: Faults): object;
}

interface Options {
  challenge: string;
  user?: { id: string };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export function createSoftwarePasskey(origin: string, rpId: string): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let owner = '';

  const clientData = (type: string, { challenge }: Options, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin }));
  const head = (flags: number, faults: Faults) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    const seen = faults.isVerified === false ? 0 : VERIFIED;
    return Buffer.concat([
      sha256(faults.rpId ?? rpId),
      Buffer.from([flags | PRESENT | seen]),
      count,
    ]);
  };
  const reply = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    make(given, faults = {}) {
      const options = given as Options;
      owner = options.user?.id ?? '';
      // COSE: key type EC2, ES256, curve P-256, and the point.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]);
      const size = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        head(HAS_KEY, faults),
        Buffer.alloc(16),
        size,
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return reply({
        clientDataJSON: text(clientData('webauthn.create', options, faults)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      });
    },
    use(given, faults = {}) {
      counter += 1;
      const said = clientData('webauthn.get', given as Options, faults);
      const authData = head(0, faults);
      const signed = Buffer.concat([authData, sha256(said)]);
      return reply({
        clientDataJSON: text(said),
        authenticatorData: text(authData),
        signature: text(sign('sha256', signed, privateKey)),
        userHandle: faults.userHandle ?? owner,
      });
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'));
