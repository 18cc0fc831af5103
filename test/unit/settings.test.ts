/** How settings are read: from flags and variables, each checked, each with its origin. */
import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { SettingsError, shownFile } from '../../src/settings/error.ts';
import { parseFlags } from '../../src/settings/flags.ts';
import { readSettings } from '../../src/settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, type SettingSpec, specOf } from '../../src/settings/table.ts';
import { golden } from '../support/golden.ts';

const names = SETTING_NAMES;
const withEnv = (name: SettingName, value: string) => readSettings({ [envName(name)]: value });

/** The message with which the settings are refused. */
function refusal(env: NodeJS.ProcessEnv, flags: readonly string[] = []): string {
  try {
    readSettings(env, parseFlags(flags));
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('The settings were expected to be refused.');
}

/** A value that fits and is not the default, as written and as read. */
function sampleOf(name: SettingName): readonly [string, unknown] {
  const spec = specOf(name);
  const choice = spec.choices?.find((other) => other !== spec.fallback) ?? '';
  const least = spec.min === spec.fallback ? spec.max : spec.min;
  const listed = name === 'toolsets' ? ['threads', 'costs'] : ['get_thread', 'read_doc'];
  const samples: Readonly<Record<SettingSpec['kind'], readonly [string, unknown]>> = {
    url: [
      `https://platform.example/${name}/`,
      spec.isWhole ? `https://platform.example/${name}/` : `https://platform.example/${name}`,
    ],
    text: [`words of ${name}`, `words of ${name}`],
    secret: [`abc.def-ghi-0123456789-jkl-mno-${name}`, `abc.def-ghi-0123456789-jkl-mno-${name}`],
    file: [`/run/${name}`, `/run/${name}`],
    list: [`${listed.join(' , ')},,`, listed],
    flag: ['yes', true],
    choice: [choice, choice],
    integer: [`${least}`, least],
    path: [`/${name}/`, spec.isWhole ? `/${name}/` : `/${name}`],
  };
  return samples[spec.kind];
}

/** What a host leaves in the place of a value that nobody gave. */
const PLACEHOLDER = `\${user_config.value}`;
const EMPTY_PLACEHOLDER = `\${}`;

/** Each setting with the value that `of` gives it. */
const each = <T>(some: readonly SettingName[], of: (name: SettingName) => T): Record<string, T> =>
  Object.fromEntries(some.map((name) => [name, of(name)]));
/** An environment with each of these settings. */
const envOf = (some: readonly SettingName[], of: (name: SettingName) => string): NodeJS.ProcessEnv =>
  Object.fromEntries(some.map((name) => [envName(name), of(name)]));

describe('every setting', () => {
  it('is read from its variable', () => {
    const { values, origins, warnings } = readSettings(envOf(names, (name) => ` ${sampleOf(name)[0]} `));
    expect(values).toEqual(each(names, (name) => sampleOf(name)[1]));
    expect(origins).toEqual(each(names, () => 'environment'));
    expect(warnings.filter((warning) => warning.includes('is not a setting'))).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['blank', '  '],
    ['a placeholder that was not filled in', PLACEHOLDER],
    ['an empty placeholder', EMPTY_PLACEHOLDER],
  ])('is unset if its variable is %s', (_what, value) => {
    const { values, origins } = readSettings(envOf(names, () => value));
    expect(values).toEqual(readSettings({}).values);
    expect(origins).toEqual(each(names, () => (value.trim() === '' ? 'empty' : 'placeholder')));
  });

  it('has a one-line description', () => {
    for (const name of names) expect(specOf(name).help).toMatch(/^\S.*[^.]$/);
  });
});

describe('every flag', () => {
  const flagged = names.filter((name) => specOf(name).flag);

  it.each([
    ['a blank', (flag: string, written: string) => [`--${flag}`, written]],
    ['=', (flag: string, written: string) => [`--${flag}=${written}`]],
  ] as const)('is accepted with %s, and overrides the variable', (_what, write) => {
    const flags = flagged.flatMap((name) => {
      const { flag = '', kind } = specOf(name);
      return kind === 'flag' ? [`--${flag}`] : write(flag, sampleOf(name)[0]);
    });
    const { values, origins } = readSettings(
      envOf(flagged, () => '!not even valid!'),
      parseFlags(flags),
    );
    expect(values).toMatchObject(each(flagged, (name) => sampleOf(name)[1]));
    expect(origins).toMatchObject(each(flagged, () => 'flag'));
  });

  it.each(['', PLACEHOLDER])('is ignored if it is %j', (value) => {
    const { values, origins } = readSettings(
      envOf(flagged, (name) => sampleOf(name)[0]),
      parseFlags(flagged.map((name) => `--${specOf(name).flag}=${value}`)),
    );
    expect(values).toMatchObject(each(flagged, (name) => sampleOf(name)[1]));
    expect(origins).toMatchObject(each(flagged, () => 'environment'));
  });
});

it('reports every invalid value on a line of its own', () => {
  const message = refusal({ AGENT_PLATFORM_APPROVALS: 'maybe', AGENT_PLATFORM_TIMEOUT_MS: '5' }, ['--base-url', 'x']);
  const named = message.split('\n').map((line) => line.split(' ')[0]);
  expect(named).toEqual(['--base-url', 'AGENT_PLATFORM_APPROVALS', 'AGENT_PLATFORM_TIMEOUT_MS']);
});

describe('a leading ~ is expanded to the home folder, since no shell does it after = or in a list', () => {
  const home = homedir();
  it.each(names.filter((name) => specOf(name).kind === 'file'))('%s', (name) => {
    const read = (value: string) => withEnv(name, value).values[name];
    expect(['~/a/b', '~', '/a/~/b', '~other/b', './~'].map(read)).toEqual([
      `${home}/a/b`,
      home,
      '/a/~/b',
      '~other/b',
      './~',
    ]);
  });

  it('for each folder of a list', () => {
    const { uploadDirs } = readSettings({}, parseFlags(['--upload-dirs=~/out, /srv/~ ,~/in'])).values;
    expect(uploadDirs).toEqual([`${home}/out`, '/srv/~', `${home}/in`]);
  });

  it('but in no other setting: a tenant may be named ~', () => {
    expect(withEnv('tenantId', '~/a').values.tenantId).toBe('~/a');
  });
});

it.each(names.filter((name) => name.endsWith('Scopes')))(
  '%s is separated by commas, or by blanks as in OAuth',
  (name) => {
    for (const written of ['look,change', 'look change', 'look, change'])
      expect(withEnv(name, written).values[name]).toEqual(['look', 'change']);
  },
);

it.each([
  ['oauthIssuer', 'https://login.example/keys'],
  ['oauthJwksUrl', 'https://login.example/keys'],
  ['exchangeTokenUrl', 'https://login.example/keys'],
  ['healthPath', '/health'],
] as const)('%s keeps its trailing slash, which some servers need', (name, address) => {
  for (const written of [address, `${address}/`]) expect(withEnv(name, written).values[name]).toBe(written);
});

describe('warns of valid settings that are probably a mistake', () => {
  const url = 'https://platform.example';
  it.each([
    { args: ['--base-url', url] },
    { args: ['--base-url', url, '--sandbox'] },
    { args: ['--sandbox'] },
    { args: ['--sandbox-scenario', 'hundred'] },
  ])('$args', ({ args }) => {
    golden(readSettings({}, parseFlags(args)).warnings.join('\n'));
  });

  it('by the flag or variable that was set', () => {
    const env = { AGENT_PLATFORM_BASE_URL: url, AGENT_PLATFORM_SANDBOX: 'true' };
    expect(readSettings(env).warnings).toEqual([
      expect.stringMatching(/^AGENT_PLATFORM_SANDBOX and AGENT_PLATFORM_BASE_URL are both set/),
    ]);
    for (const name of ['TOKEN', 'HTTP_TOKEN', 'STATE_KEY']) {
      const secret = `AGENT_PLATFORM_${name}`;
      expect(
        readSettings({ [secret]: 'secret-0123456789-abcdefghijklmnop', [`${secret}_FILE`]: '/t' }).warnings,
      ).toEqual([`${secret} and ${secret}_FILE are both set: the file is used. Leave one of them out.`]);
    }
  });
});

it.each(['"', "'"])('a variable in %s, as Docker’s env files pass it, loses them', (mark) => {
  const env = { AGENT_PLATFORM_TOKEN: `${mark}sesame-1234567-open${mark}`, AGENT_PLATFORM_TENANT_ID: mark + mark };
  expect(readSettings(env).values).toMatchObject({ token: 'sesame-1234567-open', tenantId: undefined });
});

describe('a base URL may already have the path that this server appends', () => {
  it.each([
    ['baseUrl', 'https://platform.example/v1', 'https://platform.example'],
    ['baseUrl', 'https://platform.example/behind/v1/', 'https://platform.example/behind'],
    ['baseUrl', 'https://platform.example/api/v9', 'https://platform.example/api/v9'],
    ['httpPublicUrl', 'https://mcp.example/mcp/', 'https://mcp.example'],
  ] as const)('%s %s is %s', (name, given, url) => {
    expect(withEnv(name, given).values[name]).toBe(url);
  });
});

describe('without any setting', () => {
  const { values, origins, warnings } = readSettings({ PATH: '/bin' });

  it('the defaults are the documented ones', () => {
    expect(values).toMatchObject({
      toolsets: ['default'],
      tools: [],
      excludeTools: [],
      readOnly: false,
      approvals: 'auto',
      dryRun: false,
      timeoutMs: 30_000,
      replyTimeoutMs: 300_000,
      maxWaitSeconds: 45,
      maxRetries: 3,
      maxConnections: 64,
      maxResponseMb: 16,
      logLevel: 'info',
      sandbox: false,
    });
    expect([values.baseUrl, values.token, values.tenantId, values.auditLog]).toEqual(Array(4).fill(undefined));
  });

  it('every setting has its default or is unset, and there is no warning', () => {
    expect(new Set(Object.values(origins))).toEqual(new Set(['default', 'unset']));
    expect(warnings).toEqual([]);
  });
});

describe('a base URL', () => {
  it.each([
    ['https://platform.example', 'https://platform.example'],
    ['https://platform.example:8443/api/v9//', 'https://platform.example:8443/api/v9'],
    ['HTTPS://Platform.Example', 'https://platform.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://127.9.8.7:1', 'http://127.9.8.7:1'],
    ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
  ])('%s is accepted', (text, expected) => {
    expect(withEnv('baseUrl', text).values.baseUrl).toBe(expected);
  });

  it.each([
    'ftp://platform.example',
    'http://platform.example?x=1',
    'file:///etc/passwd',
    '//platform.example',
    'https://',
    'https://platform.example?x=1',
    'https://platform.example/#x',
    'https://platform.example/v1?',
    'javascript:alert(1)',
    'nonsense',
  ])('%s is refused, naming the variable and what is allowed', (text) => {
    golden(refusal({ AGENT_PLATFORM_BASE_URL: text }));
  });

  it.each([
    'http://platform.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('%s is refused because it is not encrypted', (text) => {
    const message =
      'AGENT_PLATFORM_BASE_URL begins with http://, which is for localhost only: elsewhere others could read the token on its way. Use https://.';
    expect(refusal({ AGENT_PLATFORM_BASE_URL: text })).toBe(message);
  });

  it.each(['platform.example', 'localhost:8080', 'platform.example:8443/api', '10.0.0.1', '[::1]:80'])(
    '%s is refused because it has no scheme',
    (text) => {
      const scheme = /localhost|::1/.test(text) ? 'http' : 'https';
      const message = `AGENT_PLATFORM_BASE_URL has no scheme: did you mean ${scheme}://…?`;
      expect(refusal({ AGENT_PLATFORM_BASE_URL: text })).toBe(message);
    },
  );

  it.each(['https://user:hunter22secret@platform.example', 'https://hunter22secret@platform.example'])(
    'with a password is refused without repeating it: %s',
    (text) => {
      const message = refusal({ AGENT_PLATFORM_BASE_URL: text });
      golden(message);
      expect(message).not.toContain('hunter22secret');
    },
  );
});

describe('numbers', () => {
  const integers = names.filter((name) => specOf(name).kind === 'integer');

  it.each(integers)('%s is accepted at its bounds and refused beyond them, with the bounds named', (name) => {
    const { min = Number.NaN, max = Number.NaN } = specOf(name);
    expect([withEnv(name, `${min}`).values[name], withEnv(name, `${max}`).values[name]]).toEqual([min, max]);
    for (const bad of [`${min - 1}`, `${max + 1}`, `${min}.5`, 'many', '1 000', '1e99', 'NaN', '-']) {
      expect(refusal({ [envName(name)]: bad })).toBe(
        `${envName(name)} is "${bad}", but must be a whole number from ${min} to ${max}.`,
      );
    }
  });
});

describe('choices and switches', () => {
  it.each(names.filter((name) => specOf(name).choices))(
    '%s accepts its choices, and lists them when it refuses another value',
    (name) => {
      const { choices = [] } = specOf(name);
      for (const choice of choices) expect(withEnv(name, choice).values[name]).toBe(choice);
      golden(refusal({ [envName(name)]: 'perhaps' }));
    },
  );

  it.each([
    ['true', true],
    ['1', true],
    ['yes', true],
    ['ON', true],
    ['false', false],
    ['0', false],
    ['No', false],
    ['off', false],
  ])('a switch that is %s is %s', (text, expected) => {
    expect(withEnv('readOnly', text).values.readOnly).toBe(expected);
    expect(readSettings({}, parseFlags([`--read-only=${text}`])).values.readOnly).toBe(expected);
  });

  it.each(names.filter((name) => specOf(name).kind === 'flag' && specOf(name).flag))(
    '%s is turned off by --no-, whatever the variable says, and the last of several flags wins',
    (name) => {
      const { flag } = specOf(name);
      const env = { [envName(name)]: 'true' };
      const read = (...flags: string[]) => readSettings(env, parseFlags(flags)).values[name];
      expect(read(`--no-${flag}`)).toBe(false);
      expect(read(`--no-${flag}`, `--${flag}`)).toBe(true);
      expect(read(`--${flag}`, `--no-${flag}`)).toBe(false);
    },
  );

  it.each([
    [['--no-read-only=true'], '--no-read-only takes no value. See --help.'],
    [['--read-only', 'false'], 'Unexpected argument "false". Did you mean --read-only=false? See --help.'],
    [['--no-timeout-ms'], 'Unknown option --no-timeout-ms. Did you mean --timeout-ms? See --help.'],
    [['--timeout-ms', '200', 'false'], 'Unexpected argument "false". See --help.'],
  ])('%j is refused, with the correct form', (flags, message) => {
    expect(refusal({}, flags)).toBe(message);
  });

  it('a value that is left out of the message is said to be left out on purpose', () => {
    expect(refusal({}, ['--approvals', 'sunshine'])).toBe(
      "--approvals can't be used (not repeated here, since it may be a secret): it must be one of auto, require, off.",
    );
  });

  it('a switch that is anything else is refused: read-only must not fail open', () => {
    golden(refusal({ AGENT_PLATFORM_READ_ONLY: 'ture' }));
  });
});

describe("an invalid value is quoted only if it can't be a secret", () => {
  const SECRETS = ['sk-live-51Hx9Zq', 'hunter2', 'offsk12345', 'Tr0ub4dor', 'correct horse', '1234567890'];
  const wrong = names.filter((name) => ['flag', 'integer', 'choice', 'path', 'url'].includes(specOf(name).kind));

  it.each(SECRETS)('%s', (secret) => {
    const message = refusal(envOf(wrong, () => secret));
    for (const name of wrong) expect(message).toContain(envName(name));
    expect(message).not.toContain(secret);
  });

  it.each([[['sk-live-51Hx9Zq']], [['--sk-live-51Hx9Zq']], [['--tools51Hx9Zq']], [['--read-only', 'sk-live-51Hx9Zq']]])(
    '%j',
    (flags) => {
      expect(refusal({}, flags)).not.toContain('51Hx');
    },
  );

  it('and a variable whose name contains a secret is not named', () => {
    expect(readSettings({ 'AGENT_PLATFORM_sk-live-51Hx9Zq': '' }).warnings.join()).not.toContain('51Hx');
  });

  it.each([
    ['AGENT_PLATFORM_APPROVALS', 'requried'],
    ['AGENT_PLATFORM_READ_ONLY', 'maybe'],
    ['AGENT_PLATFORM_TIMEOUT_MS', '-1'],
  ])('a typo is quoted: %s=%s', (variable, value) => {
    golden(refusal({ [variable]: value }));
  });
});

describe('guessable secrets are refused', () => {
  it.each(['hunter2', 'short-1234', '1234567890123456', 'password-password', 'ababababab12121212'])('%s', (secret) => {
    for (const name of ['token', 'httpToken', 'httpMetricsToken'] as const) {
      const message = refusal({ [envName(name)]: secret });
      golden(message);
      // The platform's token is the platform's to make; the others are made by whoever runs this server.
      expect(message.includes('openssl rand')).toBe(name !== 'token');
      expect(message).not.toContain(secret);
    }
  });

  it.each(['0123456789abcdef', 'Zx81-Qw93-Lm27-Vb4', 'correct-horse-battery-staple'])('%s is not refused', (secret) => {
    expect(withEnv('token', secret).values.token).toBe(secret);
  });
});

describe('secrets', () => {
  it.each(['Bearer sesame-1234567', 'two words', 'line\nbreak', 'täken', 'tab\tbed', 'nul\0'])(
    '%j is refused without being quoted',
    (token) => {
      const message = refusal({ AGENT_PLATFORM_TOKEN: token });
      golden(message);
      expect(message).not.toContain(token);
    },
  );

  it.each(['token', 'httpToken', 'stateKey'] as const)('that are NAME=value are refused without it: %s', (name) => {
    for (const text of ['AGENT_PLATFORM_TOKEN=sb-0123456789abcdef', 'API_KEY="sb-0123456789abcdef"']) {
      const message = refusal({ [envName(name)]: text });
      golden(message);
      expect(message).not.toContain('0123');
    }
  });

  it.each([
    'c2VzYW1lLXNlc2FtZS1z==',
    'U0VTQU1FU0VTQU1FU0VTMTIzNDU2Nzg5MA==',
    'abcdef0123456789=x',
    'ABCDEFGH1JKLMNOPQRSTUVWX=',
  ])('may have a = that follows no name of a variable: %s', (token) => {
    expect(withEnv('token', token).values.token).toBe(token);
  });

  it.each([['--token', 'sesame-sesame'], ['--token=sesame-sesame']])(
    '%s is refused: flags show in process lists',
    (...flags) => {
      const message = refusal({}, flags);
      golden(message);
      expect(message).not.toContain('sesame');
    },
  );

  it('have no flag in the table', () => {
    expect(names.filter((name) => specOf(name).kind === 'secret' && specOf(name).flag !== undefined)).toEqual([]);
  });
});

describe('paths', () => {
  it.each(['help', 'https://elsewhere.example/x', '/a?b', '/a#b', '/a b'])('%s is refused', (text) => {
    golden(refusal({ AGENT_PLATFORM_DOCS_PATH: text }));
  });
});

describe("a command's own switches", () => {
  const own = (...args: string[]) => parseFlags(args, { json: 'boolean' }).command;

  it.each([
    [['--json'], { json: 'true' }],
    [['--json=yes'], { json: 'true' }],
    [['--json=false'], {}],
    [['--json', '--json=off'], {}],
    [[], {}],
  ])('%j turn on %j', (args, expected) => {
    expect(own(...args)).toEqual(expected);
  });

  it('are refused with any other word', () => {
    expect(() => own('--json=maybe')).toThrow('--json is "maybe", but must be true or false.');
  });
});

describe('unknown flags', () => {
  it.each([
    ['--read-onyl', '--read-only'],
    ['--readonly', '--read-only'],
    ['--toolset', '--toolsets'],
    ['--base_url', '--base-url'],
    ['--dryrun', '--dry-run'],
    ['--tokens-file', '--http-tokens-file'],
  ])('%s: did you mean %s?', (flag, meant) => {
    expect(refusal({}, [flag])).toBe(`Unknown option ${flag}. Did you mean ${meant}? See --help.`);
  });

  it.each([
    ['a flag like no other', ['--quux'], 'Unknown option --quux. See --help.'],
    ['a flag without its value', ['--timeout-ms'], '--timeout-ms needs a value. See --help.'],
    [
      'a flag that would take a switch as its value, and so leave it off',
      ['--tenant-id', '--read-only'],
      '--tenant-id needs a value. See --help.',
    ],
    [
      'a file that would be named like a switch',
      ['--audit-log', '--dry-run', '--sandbox'],
      '--audit-log needs a value. See --help.',
    ],
    ['an argument that is no flag', ['extra'], 'Unexpected argument "extra". See --help.'],
    ['a prototype key', ['--__proto__'], 'Unknown option --__proto__. See --help.'],
    ['another prototype key', ['--constructor'], 'Unknown option --constructor. See --help.'],
  ])('%s is refused', (_what, flags, message) => {
    expect(refusal({}, flags)).toBe(message);
  });

  it('a value that looks like a flag is accepted after =', () => {
    expect(readSettings({}, parseFlags(['--tenant-id=--read-only'])).values).toMatchObject({
      tenantId: '--read-only',
      readOnly: false,
    });
  });

  it('the message for an invalid value names the flag if it came from one', () => {
    golden(refusal({}, ['--timeout-ms', '5']));
  });
});

it.each(['$MY_TOKEN', '%MY_TOKEN%', '{env:MY_TOKEN}'])('a secret that is the placeholder %s is refused', (text) => {
  const message =
    'AGENT_PLATFORM_HTTP_TOKEN is a placeholder that nothing filled in. Set that variable where the host starts, or use a file.';
  expect(refusal({ AGENT_PLATFORM_HTTP_TOKEN: text })).toBe(message);
});

describe('the name of a file that is not there', () => {
  it.each([
    '/nope',
    '/nowhere/secrets/platform_token.v2',
    '/k8s/agentPlatform/token-1',
    './token',
    '../token',
    '~/.agent-platform-token',
    '.\\token',
    'C:/nowhere/token',
    'C:\\nowhere\\token',
  ])('is shown if it is a path: %s', (path) => {
    expect(shownFile(path)).toBe(path);
  });

  it.each([
    'sk-hunter22hunter22hunter22',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.sig',
    '/9j4AAQSkZJRgABAQEASABIAAD',
    '/q7Rz/x0Vb+PmK3sT9dLwYcEoHfA2uNi8gJrQ=',
    'token',
  ])('is not shown if it may be a secret: %s', (text) => {
    expect(shownFile(text)).toBeUndefined();
  });
});

it('a choice is taken in any case', () => {
  expect(readSettings({ AGENT_PLATFORM_APPROVALS: 'Require' }).values.approvals).toBe('require');
});

it('a token in the place of an address is called one, and not shown', () => {
  expect(refusal({ AGENT_PLATFORM_BASE_URL: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.sig' })).toBe(
    'AGENT_PLATFORM_BASE_URL looks like a token, not like an address.',
  );
});

describe('unknown variables', () => {
  it('are reported with the most similar known one', () => {
    const { warnings } = readSettings({ AGENT_PLATFORM_READONLY: 'true', AGENT_PLATFORM_XYZZY_PLUGH: '1', OTHER: 'x' });
    golden(warnings.join('\n'));
  });

  it.each([
    'agent_platform_read_only',
    'Agent_Platform_Read_Only',
    'AGENT_PLATFROM_READ_ONLY',
    'AGENTPLATFORM_READ_ONLY',
    'AGENT-PLATFORM-READ-ONLY',
  ])('nearly the name of a setting, as %s is, are reported with it', (name) => {
    expect(readSettings({ [name]: 'true' }).warnings).toEqual([
      `${name} is not a setting. Did you mean AGENT_PLATFORM_READ_ONLY?`,
    ]);
  });

  it('of other programs are not reported', () => {
    const others = { AGENT_PLATEAU: 'x', AGENTS_HOME: 'x', PLATFORM_AGENT_TOKEN: 'x', USER_AGENT_PLATFORM_TOKEN: 'x' };
    expect(readSettings(others).warnings).toEqual([]);
  });

  it('are never quoted with their value, which may be a secret', () => {
    expect(readSettings({ AGENT_PLATFORM_TOKEN_: 'sesame' }).warnings.join()).not.toContain('sesame');
  });
});

it('no two settings share a flag or a variable', () => {
  const flags = names.flatMap((name) => specOf(name).flag ?? []);
  expect(new Set(flags).size).toBe(flags.length);
  expect(new Set(names.map(envName)).size).toBe(names.length);
});
