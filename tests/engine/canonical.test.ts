import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonical } from '#contract/canonical.ts'

/** The number that these bits encode in IEEE 754. */
const double = (bits: string) => Buffer.from(bits, 'hex').readDoubleBE()

describe('RFC 8785 canonical JSON (selection#selection-json)', () => {
  test('the example of §3.2.2 and §3.2.3', () => {
    const input = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    )
    assert.equal(
      canonical(input),
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })
  test('§3.2.3 names are in the order of their UTF-16 units', () => {
    const input = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    assert.deepEqual(
      Object.values(JSON.parse(canonical(input).replace('"1":4', '"one":4'))),
      [2, 4, 6, 7, 1, 5, 3],
    )
    assert.equal(canonical({ b: [{ z: 1, y: 2 }], a: {} }), '{"a":{},"b":[{"y":2,"z":1}]}')
  })
  for (const [bits, expected] of [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ] as const) {
    test(`appendix B: ${bits} is ${expected}`, () => assert.equal(canonical(double(bits)), expected))
  }
  test('what JSON cannot hold has no canonical form', () => {
    for (const value of [
      double('7fffffffffffffff'),
      Infinity,
      undefined,
      () => 1,
      1n,
      Symbol('x'),
      new Date(0),
      '\ud800',
      { '\udead': 1 },
      [undefined],
      new Map(),
    ]) {
      assert.throws(() => canonical(value), TypeError)
    }
    assert.throws(() => canonical(Object.assign([], { length: 1 })), TypeError)
    assert.equal(canonical({ gone: undefined, here: 1 }), '{"here":1}')
  })
  test('any JSON comes back the same, whatever the order it was built in', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const once = canonical(value)
        assert.equal(canonical(JSON.parse(once)), once)
        const withNamesReversed = (entry: unknown): unknown => {
          if (Array.isArray(entry)) return entry.map(withNamesReversed)
          if (!entry || typeof entry !== 'object') return entry
          return Object.fromEntries(
            Object.entries(entry)
              .reverse()
              .map(([name, part]) => [name, withNamesReversed(part)]),
          )
        }
        assert.equal(canonical(withNamesReversed(JSON.parse(once))), once)
      }),
    )
  })
})
