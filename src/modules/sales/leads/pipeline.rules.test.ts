import { describe, expect, it } from 'vitest';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { predicateOf } from '~/kit/shared/filters/filters';
import type { Lead } from './leads.fields';
import { asksForStageless, pipelineFilters, withoutStage } from './pipeline.filters';
import { figuresOf, stagedLeads, stageSums } from './pipeline.rules';

const lead = (values: Partial<Lead> = {}): Lead => ({
  id: 1,
  company_name: 'Sahyadri Castings',
  contact_person: 'Meera Kulkarni',
  email: 'meera@sahyadri.example',
  phone: '+91 98200 12345',
  industry: 'Automotive',
  company_size: 'medium',
  annual_revenue: 750_000,
  website: null,
  address: null,
  city: 'Pune',
  state: null,
  country: null,
  postal_code: null,
  lead_source: 'referral',
  initial_inquiry: null,
  lead_score: 72,
  current_stage_id: 3,
  assigned_to: null,
  status: 'active',
  lost_reason: null,
  converted_customer_id: null,
  assigned_first_name: null,
  assigned_last_name: null,
  stage_name: 'Qualified',
  workspace_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  custom: {},
  ...values,
});

const filters = withChoices(pipelineFilters, {
  current_stage_id: [
    { value: '3', label: 'Qualified' },
    { value: '4', label: 'Proposal' },
  ],
});
const lets = (values: Record<string, string>, row: Lead) =>
  predicateOf(filters, values)?.(row) ?? true;

describe('the filters of the pipeline', () => {
  it('are the documented ones, in their order', () => {
    expect(filters.map((filter) => filter.label)).toEqual([
      'Search',
      'Stage',
      'Lead Score',
      'Industry',
      'Company Size',
      'Lead Source',
      'Annual Revenue',
      'Status',
    ]);
  });

  it.each([
    ['sahyadri', true],
    ['kulkarni', true],
    ['meera@sahyadri', true],
    ['automotive', true],
    ['98200', false],
    ['pune', false],
  ])('search for %s in company, contact, email and industry', (search, found) => {
    expect(lets({ search }, lead())).toBe(found);
  });

  it.each([
    [100, 'high'],
    [80, 'high'],
    [79, 'medium'],
    [60, 'medium'],
    [59, 'low'],
    [0, 'low'],
    [null, 'no band'],
  ])('put a score of %s into %s', (lead_score, band) => {
    const found = ['high', 'medium', 'low'].filter((score) =>
      lets({ score }, lead({ lead_score })),
    );
    expect(found).toEqual(band === 'no band' ? [] : [band]);
  });

  it.each([
    [999_999_999_999, 'high'],
    [1_000_000, 'high'],
    [999_999.99, 'medium'],
    [500_000, 'medium'],
    [499_999.99, 'low'],
    [0.01, 'low'],
    [0, 'none'],
    [null, 'none'],
  ])('put a revenue of %s into %s alone', (annual_revenue, band) => {
    const bands = ['high', 'medium', 'low', 'none'];
    expect(bands.filter((revenue) => lets({ revenue }, lead({ annual_revenue })))).toEqual([band]);
  });

  it('find by stage, size, source, status and words of the industry, all at once', () => {
    const values = {
      current_stage_id: '3',
      company_size: 'medium',
      lead_source: 'referral',
      status: 'active',
      industry: 'auto',
    };
    expect(lets(values, lead())).toBe(true);
    for (const other of [
      { current_stage_id: 4 },
      { company_size: 'small' as const },
      { lead_source: null },
      { status: 'lost' as const },
      { industry: 'Textiles' },
    ]) {
      expect(lets(values, lead(other))).toBe(false);
    }
  });

  it('show the leads without a stage when the filter requests them', () => {
    expect(asksForStageless(withoutStage)).toBe(true);
    expect(asksForStageless({ current_stage_id: '3' })).toBe(false);
    expect(lets(withoutStage, lead({ current_stage_id: null }))).toBe(true);
    expect(lets(withoutStage, lead())).toBe(false);
  });
});

describe('the figures of the pipeline', () => {
  it.each([
    [[], 6, 0],
    [[6], 6, 100],
    [[1, 2, 6], 6, 33],
    [[1, 6, 6], 6, 67],
    [[1, null, 6, 6, 6, 6, 6, 6], 6, 75],
    [[1, 6], undefined, 0],
  ])('of leads in %j the last stage %s has converted %i %%', (stages, last, rate) => {
    const leads = stages.map((current_stage_id) => lead({ current_stage_id }));
    expect(figuresOf(stageSums(leads), last)).toMatchObject({
      total: stages.length,
      rate,
      stageless: stages.filter((each) => each === null).length,
    });
  });

  it('add up in paise, without the errors of binary fractions', () => {
    const values = [0.1, 0.2, null, 1_000_000].map((annual_revenue, at) =>
      lead({ annual_revenue, current_stage_id: at % 2 }),
    );
    expect(figuresOf(stageSums(values), undefined).value).toBe(1_000_000.3);
  });

  it('leave out what has no stage, and keep the very list when all have one', () => {
    const all = [lead(), lead({ id: 2 })];
    expect(stagedLeads(all)).toBe(all);
    expect(stagedLeads([...all, lead({ id: 3, current_stage_id: null })])).toEqual(all);
  });
});
