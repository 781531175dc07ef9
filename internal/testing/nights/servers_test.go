package nights

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/postgrestest"
	"github.com/gevel/gevel/internal/testing/s3test"
)

var onServers = flag.Int("servers", 0, "how many nights of the last seed to live with editions and photos in S3 and keys in PostgreSQL")

// servers are what a stand has in the place of folders: S3 for editions and photos, PostgreSQL for keys. They keep real time.
type servers struct {
	s3       *s3test.Server
	between  *s3test.Between // what the commands ask, and S3
	database *postgrestest.Server
	commits  *postgrestest.Proxy // between the commands of a life and the database
	t        *testing.T
	lives    int    // so far
	bucket   string // of the life
}

// TestNightsOnServers lives the last of the seeds on servers.
func TestNightsOnServers(t *testing.T) {
	if *onServers == 0 {
		t.Skip("no -servers are given")
	}
	database, err := postgrestest.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Remove() })
	s := &servers{s3: s3test.Start(t), database: database, t: t}
	s.between = s.s3.Between()
	p := compileBoth(t)
	p.servers = s
	given := seedsGiven(t)
	p.liveThrough(t, given[len(given)-1], *onServers)
}

// settle has the stand use the servers, with a bucket and a schema of its own. What S3 holds of published editions is seen at
// their path, too.
func (s *servers) settle(in *stand) error {
	if s.lives++; s.lives > 1 { // the life before may have ended while they were away
		s.between.Delay.Store(0)
		s.between.Lies.Store(false)
		s.s3.Stop()
		s.s3.Start()
		_ = s.database.Kill()
		if err := s.database.Start(); err != nil {
			return err
		}
	}
	s.bucket = fmt.Sprint("life-", s.lives)
	s.s3.Bucket(s.bucket)
	in.published = "s3://" + s.bucket + "/published"
	var keys string
	s.commits, keys = postgrestest.NewProxy(s.t, s.database.NewSchema(s.t))
	in.env = append(in.env, "GEVEL_EDITIONS="+in.published, "GEVEL_PHOTOS=s3://"+s.bucket+"/photos", "GEVEL_KEYS="+keys)
	return os.Symlink(filepath.Dir(s.s3.Path(s.bucket, "published/x")), in.path("published"))
}

// serverTroubles are those of servers.
var serverTroubles = map[string]func(*night, *rand.Rand) error{
	"S3 away": gone(
		func(o *night) error {
			o.photos.away = true
			o.serving = append(o.serving, o.bucketIsMissed, o.photosAreMissed)
			o.in.program.servers.s3.Stop()
			return nil
		},
		func(o *night) error { o.photos.away = false; o.in.program.servers.s3.Start(); return nil },
	),
	"S3 slow": hardToAsk(func(b *s3test.Between, rng *rand.Rand) { b.Delay.Store(int64(50+rng.IntN(300)) * 1e6) }),
	"S3 lies": hardToAsk(func(b *s3test.Between, _ *rand.Rand) { b.Lies.Store(true) }),
	"PostgreSQL's answers lost": func(o *night, _ *rand.Rand) error {
		o.serving = append(o.serving, o.answersLost)
		return nil
	},
	"PostgreSQL killed": gone(
		func(o *night) error {
			o.away = true
			o.serving = append(o.serving, o.keysAreStale)
			return o.in.program.servers.database.Kill()
		},
		func(o *night) error { o.away = false; return o.in.program.servers.database.Start() },
	),
}

// answersLost has the answers to commits be lost, with their connections, while replicas write uses. None counts twice.
func (o *night) answersLost(ctx context.Context) error {
	if o.away || len(o.in.running()) == 0 {
		return nil
	}
	const answers = 3
	lossy := o.in.program.servers.commits
	was := lossy.Lost.Load()
	lossy.Lose.Store(answers)
	defer lossy.Lose.Store(0)
	return o.in.program.eventually(ctx, "answers of PostgreSQL are lost", func() error {
		for _, r := range o.in.running() {
			is, err := r.ask(ctx, o.secret, o.callers[0])
			if o.note(r, is); err != nil {
				return err
			}
		}
		if lost := lossy.Lost.Load() - was; lost < answers {
			return fmt.Errorf("%d are", lost)
		}
		return nil
	})
}

// keysAreStale checks that an alert fires as no replica reads its keys.
func (o *night) keysAreStale(ctx context.Context) error {
	if len(o.in.running()) == 0 {
		return nil
	}
	was, err := o.in.scrape(ctx)
	if err != nil {
		return err
	}
	const uses = 1001 // that are counted in memory alone: the alert wants more than a thousand of a replica
	r, counted := o.in.running()[0], 0
	for range uses {
		status, _, err := r.get(ctx, o.secret, "/v1/homevalue/available?"+o.callers[0].query())
		if err != nil {
			return err
		}
		if o.charge(status, 1); status < http.StatusInternalServerError {
			counted++
		}
	}
	if err = o.awaitCount(ctx, "gevel_keys_database_errors_total", was); err == nil && counted == uses {
		err = o.fires(ctx, "GevelUsageUnwritten", shortly, nil, "a thousand uses could not be written")
	}
	return errors.Join(err, o.fires(ctx, "GevelKeysStale", shortly, nil, "PostgreSQL was killed"),
		o.fires(ctx, "GevelKeysDatabaseErrors", 20*time.Minute, was, "PostgreSQL was killed"))
}

// bucketIsMissed checks that an alert fires as a replica can't read the bucket of editions.
func (o *night) bucketIsMissed(ctx context.Context) error {
	if len(o.in.running()) == 0 {
		return nil
	}
	was, err := o.in.scrape(ctx)
	if err != nil {
		return err
	}
	if err := o.awaitCount(ctx, "gevel_bucket_errors_total", was); err != nil {
		return err
	}
	return o.fires(ctx, "GevelBucketErrors", 20*time.Minute, was, "S3 went away")
}

// awaitCount waits until a replica has counted more errors than there were.
func (o *night) awaitCount(ctx context.Context, name string, was scrapes) error {
	err := o.in.program.eventually(ctx, "a replica counts in "+name, func() error {
		is, err := o.in.scrape(ctx)
		for of, count := range is {
			if strings.HasPrefix(of, name) && count > was[of] {
				return nil
			}
		}
		return cmp.Or(err, errors.New("none did"))
	})
	if err != nil {
		err = broken(failureIsSeen, "%v", err)
	}
	return err
}

// gone is a trouble of a server that goes and comes back. It comes before all else that ends.
func gone(goes, comes func(*night) error) func(*night, *rand.Rand) error {
	var since *night // once a night
	return func(o *night, _ *rand.Rand) error {
		if since == o {
			return nil
		}
		since = o
		o.spoil = append(o.spoil, func() error { return goes(o) })
		o.ends = append([]func(context.Context) error{func(context.Context) error { return comes(o) }}, o.ends...)
		return nil
	}
}

// hardToAsk is a trouble of S3 while an edition is published, and followed by replicas.
func hardToAsk(how func(*s3test.Between, *rand.Rand)) func(*night, *rand.Rand) error {
	return func(o *night, rng *rand.Rand) error {
		b := o.in.program.servers.between
		o.spoil = append(o.spoil, func() error { how(b, rng); return nil })
		o.lifts = append(o.lifts, func() error { b.Delay.Store(0); b.Lies.Store(false); return nil })
		return nil
	}
}
