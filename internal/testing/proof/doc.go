// Package proof is a test of the whole: replicas of the gevel command as processes behind a load balancer, with
// keys in PostgreSQL and editions and photos in S3, all of it real, while parts of it are restarted, go away and
// are killed. GEVEL_TEST_PROOF=1 runs it; what it needs must be there then.
package proof
