// The parts of Node.js that the tests use.

declare module "node:assert/strict" {
  const assert: {
    equal(actual: unknown, expected: unknown): void;
    deepEqual(actual: unknown, expected: unknown): void;
  };
  export default assert;
}

declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf-8"): string;
}

declare module "node:test" {
  export function test(name: string, run: () => void): void;
}
