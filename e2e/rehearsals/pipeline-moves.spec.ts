import {
  type Lead,
  card,
  cardIn,
  column,
  cutOffLive,
  fromOtherClient,
  makeLead,
  openPipeline,
  toast,
  stageId,
} from '../pipeline-board';
import { enter, expect, test } from '../product';

// All six stages side by side.
test.use({ viewport: { width: 1920, height: 960 } });

test('a move that someone else has crossed says so and leaves the board true', async ({
  page,
  product,
}) => {
  await cutOffLive(page);
  await enter(page, product);
  const leads: Lead[] = [];
  for (const name of ['Konkan', 'Deccan', 'Malabar', 'Narmada']) {
    leads.push(await makeLead(page, `${name} Works`));
  }
  const [konkan, deccan, malabar, narmada] = leads.map((lead) => lead.id);
  await page.goto('/pipeline');
  await expect(column(page, 'New').getByRole('article')).toHaveCount(4);

  await fromOtherClient(page, 'post', `/leads/${konkan}/convert`);
  await card(page, 'Konkan Works').dragTo(column(page, 'Contacted'));
  await expect(
    toast(
      page,
      'Failed to update lead stage: This lead has been converted to a customer and cannot be edited',
    ),
  ).toBeVisible();
  await expect(cardIn(page, 'Won', 'Konkan Works')).toContainText('Converted');

  await fromOtherClient(page, 'put', `/leads/${deccan}/stage`, {
    current_stage_id: await stageId(page, 'Proposal'),
  });
  await card(page, 'Deccan Works').dragTo(column(page, 'Contacted'));
  await expect(
    toast(
      page,
      'Failed to update lead stage: This record was changed by someone else. It is in Proposal now.',
    ),
  ).toBeVisible();
  await expect(cardIn(page, 'Proposal', 'Deccan Works')).toBeVisible();

  await fromOtherClient(page, 'put', `/leads/${malabar}`, { lead_score: 91 });
  await card(page, 'Malabar Works').dragTo(column(page, 'Contacted'));
  await expect(cardIn(page, 'Contacted', 'Malabar Works')).toContainText('Score 91');

  await fromOtherClient(page, 'delete', `/leads/${narmada}`);
  await card(page, 'Narmada Works').dragTo(column(page, 'Contacted'));
  await expect(toast(page, 'Failed to update lead stage: Lead not found')).toBeVisible();
  await expect(card(page, 'Narmada Works')).toBeHidden();

  await fromOtherClient(page, 'put', `/pipeline/stages/${await stageId(page, 'Negotiation')}`, {
    is_active: false,
  });
  await card(page, 'Malabar Works').dragTo(column(page, 'Negotiation'));
  await expect(
    toast(
      page,
      'Failed to update lead stage: The stage Negotiation is inactive. Choose another one.',
    ),
  ).toBeVisible();
  await expect(column(page, 'Negotiation')).toBeHidden();
  await expect(cardIn(page, 'Contacted', 'Malabar Works')).toBeVisible();
});

test('a move made without a connection waits, and where someone else moved the card the person decides', async ({
  page,
  product,
}) => {
  await openPipeline(page, product.adminPassword);
  const { id } = await makeLead(page, 'Konkan Castings');
  await expect(cardIn(page, 'New', 'Konkan Castings')).toBeVisible();
  const away = await stageId(page, 'Negotiation');

  await page.context().setOffline(true);
  await card(page, 'Konkan Castings').dragTo(column(page, 'Contacted'));
  await expect(page.getByText('1 change is waiting for the connection')).toBeVisible();
  await expect(cardIn(page, 'Contacted', 'Konkan Castings')).toBeVisible();
  await fromOtherClient(page, 'put', `/leads/${id}/stage`, { current_stage_id: away });
  await page.context().setOffline(false);
  await expect(page.getByText('1 change needs your decision')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: /^Use theirs/ }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(cardIn(page, 'Negotiation', 'Konkan Castings')).toBeVisible();
  await card(page, 'Konkan Castings').dragTo(column(page, 'Contacted'));
  await expect(cardIn(page, 'Contacted', 'Konkan Castings')).toBeVisible();
});
