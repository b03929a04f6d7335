import { hashCost } from '~/modules/organization/users/server/hashes.service';

// Nobody guesses the passwords of tests, and each sign-in at full cost takes 60 ms of processor time.
Object.assign(hashCost, { memoryCost: 1024, timeCost: 1 });
