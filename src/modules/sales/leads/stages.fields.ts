import * as field from '~/kit/shared/fields/fields';

/** What a pipeline stage is (docs/product/pipeline.md#stages). */
export const stageFields = {
  id: field.id,
  stage_name: field.text({ label: 'Stage Name', required: true, max: 50 }),
  stage_order: field.wholeNumber({ label: 'Order', required: true, min: 1, max: 1000 }),
  description: field.text({ label: 'Description', max: 200 }),
  is_active: field.flag({ label: 'Active' }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Stage = field.RowOf<typeof stageFields>;
export type StagePatch = field.PatchOf<typeof stageFields>;
