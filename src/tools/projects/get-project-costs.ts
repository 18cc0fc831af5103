import * as z from 'zod';
import { analyse, type Granularity, isDated, previous } from '../../domain/costs/costs.ts';
import { costRowItem, seriesFacts } from '../../domain/costs/series.ts';
import { gapNotes, windowOf } from '../../domain/costs/window.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { unreadableNotes } from '../../present/paging.ts';
import { count } from '../../present/units.ts';
import { projectId } from '../fields.ts';
import { costRowShape, costShape, records, result, texts } from '../results.ts';

/** A day or a month, as the platform takes them. */
const DATE = '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$';

/** GET /v1/projects/{projectId}/costs/daily and /monthly; there is no summary. */
export const getProjectCosts = defineTool({
  name: 'get_project_costs',
  title: 'Get project costs',
  toolset: 'projects',
  effect: 'read',
  description: "Shows a project's costs by day or by month, with total, average, change and projected month.",
  input: () => {
    const date = z.string().regex(new RegExp(DATE)).optional();
    return z.strictObject({
      projectId: projectId(),
      period: z.enum(['daily', 'monthly']).default('daily').describe('Time per row.'),
      start: date.describe('YYYY-MM-DD; with monthly YYYY-MM.'),
      end: date.describe('Inclusive.'),
    });
  },
  output: () => result(texts('projectId'), costShape(), { rows: records(costRowShape()) }),
  async handle({ projectId, period, start, end }, { call }) {
    const range = checkedRange(period, start, end);
    const page = await readRows(projectId, period, range, call);
    const dated = page.items.filter(isDated);
    const wanted = dated.filter((row) => (!start || row.period >= start) && (!end || row.period <= end));
    const today = new Date().toISOString().slice(0, 10);
    const series = analyse(wanted, period, today);
    const window = windowOf(series.rows, range, period, today);
    const { rows, total, currency, isMixed } = series;
    const [first] = rows;
    const last = rows.at(-1);
    const dropped = dated.length - wanted.length;
    const unit = currency === undefined ? '' : ` ${currency}`;
    const cost = total === undefined ? 'has costs' : `cost ${total}${unit}`;
    const highest = rows.reduce((most, row) => Math.max(most, row.cost), 0);
    return {
      summary:
        first === undefined || last === undefined
          ? `Project ${projectId} has no ${period} costs${start || end ? ' in this period' : ''}.`
          : `Project ${projectId} ${cost} from ${first.period} to ${last.period}.`,
      notes: [
        ...(dropped > 0
          ? [
              `The platform also sent ${count(dropped, period === 'daily' ? 'day' : 'month')} outside the requested range, which ${dropped === 1 ? 'was' : 'were'} left out.`,
            ]
          : []),
        ...(isMixed ? ['The amounts are in several currencies, so there is no total.'] : []),
        ...gapNotes(rows, window, period),
        ...unreadableNotes({ unreadable: page.unreadable + page.items.length - dated.length }),
      ],
      facts: { projectId, ...seriesFacts(series, period, window) },
      list: {
        name: 'rows',
        items: rows.map((row) => costRowItem(row, highest, series)),
        keep: 'last',
        rest: (shown) => {
          const next = rows[rows.length - shown];
          return shown < rows.length && next !== undefined
            ? {
                tool: 'get_project_costs',
                arguments: { projectId, period, start, end: previous(next.period, period) },
                why: 'see earlier ones',
              }
            : undefined;
        },
      },
    };
  },
});

interface Range {
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** @throws Refusal for a day where a month belongs or the other way round, a day that does not exist, or an end before its start */
function checkedRange(period: Granularity, start: string | undefined, end: string | undefined): Range {
  const { startDate } = operations.getProjectDailyCosts.query().shape;
  const { startMonth } = operations.getProjectMonthlyCosts.query().shape;
  const form = period === 'daily' ? startDate : startMonth;
  const words = period === 'daily' ? 'a day that exists, YYYY-MM-DD' : 'a month, YYYY-MM';
  for (const [name, value] of Object.entries({ start, end })) {
    if (!form.safeParse(value).success)
      throw new Refusal(`${name} must be ${words}, since period is ${period}. Nothing was sent.`);
  }
  if (start !== undefined && end !== undefined && end < start) {
    throw new Refusal('end must not be before start. Nothing was sent.');
  }
  return { start, end };
}

function readRows(projectId: string, period: Granularity, { start, end }: Range, call: ToolContext['call']) {
  const path = { projectId };
  return period === 'daily'
    ? call(operations.getProjectDailyCosts, { path, query: { startDate: start, endDate: end } })
    : call(operations.getProjectMonthlyCosts, { path, query: { startMonth: start, endMonth: end } });
}
