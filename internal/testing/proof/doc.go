// Package proof tests the whole: replicas of the gevel command as processes behind a load balancer, with keys
// in PostgreSQL and editions and photos in S3, all of it real, while parts are restarted, disconnected and
// killed. It runs only with GEVEL_TEST_PROOF=1, and then fails if a needed program is missing.
package proof
