import { hashCost } from '~/modules/organization/users/server/hashes.service';

// At full cost each sign-in takes 60 ms of processor time.
Object.assign(hashCost, { memoryCost: 1024, timeCost: 1 });
