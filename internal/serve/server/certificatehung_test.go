package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel/internal/testing/certtest"
)

// TestACertificateIsTakenUpAfterFilesThatHung lets readings hang, more than may at once, and one come back.
func TestACertificateIsTakenUpAfterFilesThatHung(t *testing.T) {
	f := certtest.New(t)
	f.Write(t, 1)
	c, err := LoadCertificate(f.Cert, f.Key)
	if err != nil {
		t.Fatal(err)
	}
	renewed, key := certtest.Make(t, 2)
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var hang atomic.Bool
		hang.Store(true)
		release := make(chan struct{})
		c.files = func() pair {
			if hang.Load() {
				<-release
				return pair{fault: errors.New("stale")}
			}
			return pair{certificate: renewed, key: key}
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			c.Follow(ctx, slog.New(slog.NewTextHandler(&log, nil)))
			close(ended)
		}()
		time.Sleep(time.Minute)
		synctest.Wait()
		if serial(c) != 1 || strings.Count(log.String(), "could not be read in 5s") != 1 {
			t.Errorf("while files hang certificate %d is in use, and the log is\n%s", serial(c), log.String())
		}
		hang.Store(false)
		close(release)
		time.Sleep(2 * lookForCertificate)
		synctest.Wait()
		if serial(c) != 2 {
			t.Errorf("certificate %d is in use, want the renewed one:\n%s", serial(c), log.String())
		}
		release = make(chan struct{})
		hang.Store(true)
		time.Sleep(lookForCertificate + time.Second)
		stop()
		synctest.Wait()
		select {
		case <-ended:
		default:
			t.Error("following goes on while a file hangs")
		}
		close(release)
	})
}

func TestACertificateIsTakenUpAfterAPipe(t *testing.T) {
	f := certtest.New(t)
	f.Write(t, 1)
	c, err := LoadCertificate(f.Cert, f.Key)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(syscall.Unlink(f.Cert), syscall.Mkfifo(f.Cert, 0o600)); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for range 3 {
		c.Look(logger)
	}
	if strings.Count(log.String(), "is a pipe") != 1 {
		t.Errorf("the log is\n%s", log.String())
	}
	if err := syscall.Unlink(f.Cert); err != nil {
		t.Fatal(err)
	}
	f.Write(t, 2)
	c.Look(logger)
	if serial(c) != 2 {
		t.Errorf("certificate %d is in use, want the renewed one", serial(c))
	}
}

func serial(c *Certificate) int64 { return c.current.Load().Leaf.SerialNumber.Int64() }
