/** Names that mix scripts, and those that look like another one of the same agent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgentHistory } from '../../src/domain/approvals/brief/history.ts';
import { type BriefCall, readLeaves } from '../../src/domain/approvals/brief/input.ts';
import { lookAlikeFacts } from '../../src/domain/approvals/brief/look-alike.ts';
import { foreign } from '../../src/platform/text.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { threadFrom } from '../support/requests.ts';
import { runs } from '../support/thorough.ts';

type Args = Readonly<Record<string, unknown>>;

const briefCall = (args: Args): BriefCall => ({
  ...{ name: foreign('pay'), argumentsText: foreign(JSON.stringify(args)), leaves: readLeaves(args).leaves },
  before: Number.POSITIVE_INFINITY,
});

function threadWith(id: string, args: Args, status = 'COMPLETED') {
  const call = { id: 'c', function: { name: 'create_payee', arguments: JSON.stringify(args) } };
  return threadFrom({ id, status, messages: [{ role: 'assistant', content: '', tool_calls: [call] }] });
}

/** The facts about the calls of thread `now`, beside the agent's threads t0, t1, ... */
function facts(calls: readonly Args[], others: readonly Args[] = []): string[] {
  const history = new AgentHistory(others.map((args, n) => threadWith(`t${n}`, args)));
  return lookAlikeFacts({ threadId: 'now', calls: calls.map(briefCall) }, history);
}
const of = (value: string, ...others: string[]): string[] =>
  facts(
    [{ payee: value }],
    others.map((payee) => ({ payee })),
  );

describe('a name or address that mixes scripts', () => {
  it.each([
    ['Асme GmbH', 'Latin and Cyrillic'],
    ['Αcme GmbH', 'Latin and Greek'],
    ['АСМЕ GmbH', 'Latin and Cyrillic'],
    ['АΛЕ', 'Greek and Cyrillic'],
    ['田中 Сергей', 'Cyrillic and Han'],
    ['田中 김', undefined],
    ['たなか 김', 'Hiragana and Hangul'],
    ['pаyments@acme.example', 'Latin and Cyrillic'],
    [`${'long.'.repeat(12)}nаme@acme.example`, 'Latin and Cyrillic'],
    ['Acme 𞤀𞤣', 'Latin and other'],
  ])('%s', (value, scripts) => {
    const shown = value.length > 60 ? `${value.slice(0, 59)}…` : value;
    expect(of(value)).toEqual(scripts === undefined ? [] : [`payee ⟦${shown}⟧; mixes ${scripts} letters`]);
  });

  it('is also reported without earlier requests', () => {
    expect(lookAlikeFacts({ threadId: 'now', calls: [briefCall({ payee: 'Асme' })] }, undefined)).toHaveLength(1);
  });

  it('is reported in the address of a page', () => {
    expect(facts([{ url: 'https://аcme.example' }])).toHaveLength(1);
  });

  it('is also reported among several calls, with its argument', () => {
    const calls = [{ to: ['ann@acme.example', 'аnn@acme.example'] }, { owner: { name: 'Bоb' } }];
    expect(facts(calls).map((fact) => fact.split(' ⟦')[0])).toEqual(['calls[0].to[1]', 'calls[1].owner.name']);
  });

  it.each([
    [{ subject: 'Счёт за iPhone' }],
    [{ customerComment: 'Спасибо за iPhone', details: 'Чехол для iPhone' }],
    [{ body: `${'Письмо о '.repeat(10)} iPhone` }],
  ])('is not looked for in a phrase: %j', (args) => {
    expect(facts([args])).toEqual([]);
  });

  const NAMES = [
    ...[
      'Jürgen Groß',
      'Müller & Söhne GmbH',
      'Łukasz Wałęsa',
      'Þórður Örn',
      'İbrahim Yıldız',
      'Nguyễn Thị Hạnh',
      'O’Brien',
    ],
    ...[
      '山田太郎',
      '山田　太郎',
      'ソニー株式会社',
      'ＮＴＴドコモ',
      'NTTドコモ',
      '株式会社LIXIL',
      'やまだ たろう',
      '佐々木',
      '〆木',
      'パナソニック（株）',
    ],
    ...['中国石油', '阿里巴巴 Alibaba', '台灣大哥大', 'ㄅㄆ台灣', '삼성전자', 'LG전자', 'LG電子 한국'],
    ...['Сергей Иванов', 'ООО «Ромашка»', 'Пётр I', 'Екатерина II', 'Їжакевич', 'Дом 5/2', 'Ђорђе'],
    ...['Γιώργος Παπαδόπουλος', 'Α.Ε. Ελλάδος', 'Գեւորգ', 'გიორგი', 'ישראל ישראלי', 'עו״ד כהן'],
    ...[
      'محمد علي',
      'شركة النور',
      'علی‌رضا',
      'عبد ‏الله',
      'राज कुमार',
      'क्‍ष',
      'মোহাম্মদ',
      'ਗੁਰਪ੍ਰੀਤ',
      'சிவா',
      'ശ്രീ',
      'สมชาย',
      'ສົມ',
      'မောင်',
      'ሰላም',
      'សុខ',
    ],
    ...['10 µF', 'Ångström 5 Å', '№ 5', '☕ Café', 'user@例え.jp', '+49 170 1234567', 'DE89 3704 0044 0532 0130 00'],
  ];

  it.each(NAMES)('is not reported for %s', (name) => {
    expect(of(name)).toEqual([]);
  });

  it('is not reported for any two of these names, which look like no other', () => {
    fc.assert(
      fc.property(fc.subarray(NAMES, { minLength: 2 }), (names) => {
        const [first = '', ...others] = names;
        expect(of(first, ...others)).toEqual([]);
      }),
      runs(20),
    );
  });

  it('is not reported for letters of one script, whatever they are', () => {
    const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul', 'Adlam', 'Lisu'];
    const every = Array.from({ length: 0x1f000 }, (_, code) => String.fromCodePoint(code)).join('');
    const letters = (script: string): fc.Arbitrary<string> => {
      const all = every.match(new RegExp(`[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]`, 'gu')) ?? [];
      return fc.array(fc.constantFrom(...all), { maxLength: 20 }).map((some) => some.join(''));
    };
    fc.assert(fc.property(fc.oneof(...SCRIPTS.map(letters)), (name) => of(name).length === 0));
  });
});

describe('a value that looks like another one of the agent', () => {
  it.each([
    ['Асme', 'Acme', 'mixes Latin and Cyrillic letters, and differs from Acme', 'look-alike'],
    ['СОРА', 'COPA', 'differs from COPA', 'look-alike'],
    ['COPA', 'СОРА', 'differs from ⟦СОРА⟧', 'look-alike'],
    ['Acrne', 'Acme', 'differs from Acme', 'look-alike'],
    ['G00gle', 'Google', 'differs from Google', 'look-alike'],
    ['PayPaI', 'PayPal', 'differs from PayPal', 'look-alike'],
    ['エ藤', '工藤', 'differs from ⟦工藤⟧', 'look-alike'],
    ['Acme\u00a0GmbH', 'Acme GmbH', 'differs from ⟦Acme GmbH⟧', 'look-alike'],
    ['Acme\u200b GmbH', 'Acme GmbH', 'differs from ⟦Acme GmbH⟧', 'invisible'],
    ['a\u200dnn@acme.example', 'ann@acme.example', 'differs from ⟦ann@acme.example⟧', 'invisible'],
    ['\u200fشركة النور', 'شركة النور', 'differs from ⟦شركة النور⟧', 'invisible'],
  ])('is reported: %s beside %s', (value, other, differs, kind) => {
    const [fact, ...more] = of(value, 'Other', other);
    expect(more).toEqual([]);
    expect(fact?.slice(fact.indexOf('; ') + 2)).toBe(`${differs} in thread t1 only by ${kind} characters`);
  });

  it.each([
    ['Acme', 'Асme'],
    ['Acme GmbH', 'Acme\u200b GmbH'],
  ])('is not reported where the other one is the odd one: %s', (value, other) => {
    expect(of(value, other)).toEqual([]);
  });

  it.each([
    ['Müller', 'Mu\u0308ller', 'the same in other code points'],
    ['علی‌رضا', 'علیرضا', 'a joiner that is seen'],
    ['葛󠄀飾', '葛飾', 'a variant of a character that is seen'],
    ['Yıldız', 'Yildiz', 'a transliteration'],
    ['ＮＴＴ', 'NTT', 'a width that is seen'],
    ['山田　太郎', '山田 太郎', 'a wide blank'],
    ['O’Brien', "O'Brien", 'a typographer’s apostrophe'],
    ['AB1O', 'AB10', 'a number in base 36'],
    ['A1', 'AI', 'a short code'],
    ['Meyer', 'Meier', 'another name'],
    ['Müller', 'Muller', 'a letter without its dots'],
    ['ACME', 'Acme', 'capitals'],
    ['Acme', 'Acme', 'the same'],
  ])('is not reported: %s beside %s (%s)', (value, other) => {
    expect(of(value, other)).toEqual([]);
  });

  it('is compared within a request, and only with the same argument', () => {
    expect(facts([{ payees: ['Acme Ltd', 'Acrne Ltd'] }])).toEqual([
      'payees[0] ⟦Acme Ltd⟧; differs from ⟦Acrne Ltd⟧ in this thread only by look-alike characters',
      'payees[1] ⟦Acrne Ltd⟧; differs from ⟦Acme Ltd⟧ in this thread only by look-alike characters',
    ]);
    expect(facts([{ payee: 'Acrne' }], [{ city: 'Acme' }])).toEqual([]);
  });
});

it('a name that looks the same is found among many that differ in digits', () => {
  const decoys = Array.from({ length: 60 }, (_, n) =>
    [...`OO${n.toString(2).padStart(6, '0')}`].map((bit) => (bit === '1' ? 'O' : bit)).join(''),
  );
  const hidden = `OO000${String.fromCharCode(0x200b)}OOO`;
  expect(facts([{ ids: [...decoys, 'OO000OOO', hidden] }]).join()).toContain('only by invisible characters');
});

describe('a thousand variants of one name', () => {
  const variants = (digit: string, letter: string): string[] =>
    Array.from({ length: 1_000 }, (_, n) =>
      [...`X${n.toString(2).padStart(20, '0')}`]
        .map((bit) => (bit === '1' ? letter : bit === '0' ? digit : bit))
        .join(''),
    );
  it.each([
    ['with digits', variants('0', 'O')],
    ['without digits', variants('o', 'O')],
    ['of two scripts', variants('о', 'o')],
  ])('take less than quadratic time: %s', (_, ids) => {
    const took = cpuMs(() => {
      lookAlikeFacts({ threadId: 'now', calls: [briefCall({ ids })] }, undefined);
    });
    expect(took).toBeLessThan(1_000);
  });
});
