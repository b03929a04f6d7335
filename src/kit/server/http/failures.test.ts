import { describe, expect, it } from 'vitest';
import { AppError } from '~/kit/server/errors';
import { describeFailure } from './failures';

const requestId = '0123456789abcdef';

function thrown(properties: object, message = 'inner detail'): Error {
  return Object.assign(new Error(message), properties);
}

describe('what is said of an error of the database or the disk', () => {
  it.each([
    ['23505', 'record.duplicate', 409],
    ['23503', 'record.referenced', 409],
    ['23514', 'input.invalid', 400],
    ['22P05', 'input.invalid', 400],
    ['40001', 'database.busy', 503],
    ['53300', 'database.busy', 503],
    ['57014', 'database.timeout', 503],
    ['57P01', 'database.unavailable', 503],
    ['08006', 'database.unavailable', 503],
    ['ECONNREFUSED', 'database.unavailable', 503],
    ['53100', 'server.storage_full', 503],
    ['ENOSPC', 'server.storage_full', 503],
    ['EDQUOT', 'server.storage_full', 503],
  ])('%s is %s with %i', (state, code, status) => {
    const failure = describeFailure(thrown({ code: state }), requestId);
    expect(failure).toMatchObject({ code, status });
    expect(failure.message).not.toContain('inner detail');
  });
});

it('takes a refusal as it is', () => {
  const details = [{ field: 'city', message: 'No' }];
  const error = new AppError('record.changed', 'Changed', { details, data: 7 });
  expect(describeFailure(error, requestId)).toMatchObject({
    code: 'record.changed',
    status: 409,
    message: 'Changed',
    details,
    data: 7,
    unexpected: false,
  });
});

describe('what is said of a request that Fastify refuses', () => {
  it.each([
    [{ statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }, 'request.too_large', 413],
    [
      { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' },
      'request.unsupported_media_type',
      415,
    ],
    [{ statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' }, 'request.malformed_json', 400],
    [{ statusCode: 406, code: 'FST_INVALID_MULTIPART_CONTENT_TYPE' }, 'request.malformed', 400],
  ])('%j is %s', (properties, code, status) => {
    expect(describeFailure(thrown(properties), requestId)).toMatchObject({ code, status });
  });
});

it('says of anything else only that it went wrong, and in which request', () => {
  const failure = describeFailure(thrown({ statusCode: 500 }), requestId);
  expect(failure).toMatchObject({ code: 'server.error', status: 500, unexpected: true });
  expect(failure.message).toContain(requestId);
  expect(failure.message).not.toContain('inner detail');
});
