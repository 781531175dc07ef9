package mirror_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/edition/mirror"
	"github.com/gevel/gevel/internal/testing/s3test"
)

const aDay = 24 * time.Hour

// ofFormatBefore makes a copy of an edition one of the format before, and returns its directory and id.
func ofFormatBefore(t *testing.T, dir string) (before, id string) {
	t.Helper()
	m, err := edition.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.ID, m.Parent, m.MadeBy, m.Answered, m.Format = "", "", "", nil, edition.FormatVersion-1
	sum := sha256.Sum256(earlierText(t, m))
	m.ID = hex.EncodeToString(sum[:8])
	before = filepath.Join(t.TempDir(), m.ID)
	if err := os.CopyFS(before, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(before, edition.ManifestName), earlierText(t, m), 0o644); err != nil {
		t.Fatal(err)
	}
	return before, m.ID
}

// earlierText returns a manifest as programs wrote it that called the code version model_version.
func earlierText(t *testing.T, m edition.Manifest) []byte {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(text, []byte(`"code_version"`), []byte(`"model_version"`), 1)
}

// aged publishes editions in a folder, the first of them longest ago: ten days before the next.
func aged(t *testing.T, now time.Time, dirs ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for i, dir := range dirs {
		at := now.Add(-time.Duration(len(dirs)-1-i) * 10 * aDay)
		if _, err := mirror.Publish(t.Context(), dir, folder, at, func(int64, int64) {}); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func listed(t *testing.T, folder string) (ids []string) {
	t.Helper()
	dirs, err := edition.List(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		ids = append(ids, filepath.Base(dir))
	}
	return ids
}

func TestOldEditionsAreTakenOutOfAFolder(t *testing.T) {
	now := time.Now()
	var dirs, ids []string
	for i := range 5 {
		dir, id := build(t, i)
		dirs, ids = append(dirs, dir), append(ids, id)
	}
	old, oldID := ofFormatBefore(t, dirs[0])
	for name, tt := range map[string]struct {
		retention mirror.Retention
		damaged   int // of dirs, 0 for none
		want      []string
	}{
		"the newest three":           {retention: mirror.Retention{Keep: 3}, want: []string{ids[4], ids[3], ids[2], oldID}},
		"two at least":               {retention: mirror.Retention{Keep: 0}, want: []string{ids[4], ids[3], oldID}},
		"all":                        {retention: mirror.Retention{Keep: 9}, want: []string{ids[4], ids[3], ids[2], ids[1], ids[0], oldID}},
		"and those of a month":       {retention: mirror.Retention{Keep: 2, Age: 31 * aDay}, want: []string{ids[4], ids[3], ids[2], ids[1], oldID}},
		"and one in use":             {retention: mirror.Retention{Keep: 2, InUse: []string{ids[1]}}, want: []string{ids[4], ids[3], ids[1], oldID}},
		"one that is whole too":      {retention: mirror.Retention{Keep: 2}, damaged: 3, want: []string{ids[4], ids[3], ids[2], oldID}},
		"no unknown one for its age": {retention: mirror.Retention{Keep: 2, InUse: []string{"0123456789abcdef"}}, want: []string{ids[4], ids[3], oldID}},
	} {
		folder := aged(t, now, append([]string{old}, dirs...)...)
		if tt.damaged > 0 {
			at := filepath.Join(folder, ids[tt.damaged], edition.ManifestName)
			when, err := os.Stat(at)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(`{"format": 99}`), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(at, when.ModTime(), when.ModTime()); err != nil {
				t.Fatal(err)
			}
		}
		before := listed(t, folder)
		done, err := mirror.Retire(t.Context(), folder, tt.retention, now)
		if err != nil {
			t.Fatal(err)
		}
		got := listed(t, folder)
		if !slices.Equal(got, tt.want) || done.Kept != len(got) || len(done.Editions) != len(before)-len(got) || (done.Bytes > 0) != (len(done.Editions) > 0) {
			t.Errorf("%s: %v stay, want %v; reported %+v", name, got, tt.want, done)
		}
	}
}

func TestOldEditionsAreTakenOutOfS3(t *testing.T) {
	server := s3test.Start(t)
	location := server.Bucket("homes") + "/editions"
	var ids []string
	for i := range 4 {
		dir, id := build(t, i)
		publish(t, dir, location)
		ids = append(ids, id)
	}
	s3, err := bucket.OpenS3(location)
	if err != nil {
		t.Fatal(err)
	}
	defer s3.Close()
	reflected := open(t, location, t.TempDir())
	if err := reflected.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	has := func(id string) (n int) {
		for key, err := range s3.List(t.Context(), id+"/") {
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(key, id+"/") {
				n++
			}
		}
		return n
	}
	// As a run leaves it that is killed: the manifest is gone, and files are there.
	if err := s3.Remove(t.Context(), ids[0]+"/"+edition.ManifestName); err != nil {
		t.Fatal(err)
	}
	done, err := mirror.Retire(t.Context(), location, mirror.Retention{Keep: 2}, time.Now())
	if err != nil || !slices.Equal(done.Editions, []string{ids[1]}) || done.Kept != 2 || done.Bytes == 0 {
		t.Fatalf("taken out are %+v, %v", done, err)
	}
	if has(ids[0]) == 0 || has(ids[1]) != 0 || has(ids[2]) == 0 || has(ids[3]) == 0 {
		t.Errorf("there are %d, %d, %d and %d files", has(ids[0]), has(ids[1]), has(ids[2]), has(ids[3]))
	}
	if done, err = mirror.Retire(t.Context(), location, mirror.Retention{}, time.Now().Add(2*aDay)); err != nil || len(done.Editions) != 0 || has(ids[0]) != 0 {
		t.Errorf("a day later %d files of what was left behind are there, %v", has(ids[0]), err)
	}
	if got := listed(t, reflected.Dir()); !slices.Equal(got, []string{ids[3], ids[2]}) {
		t.Errorf("a service has %v", got)
	}
	dir, id := build(t, 0) // the way back, after all
	publish(t, dir, location)
	if id != ids[0] || has(id) == 0 {
		t.Errorf("edition %s published again has %d files", id, has(id))
	}
}

func TestNothingIsTakenOutOfAnUnknownPlace(t *testing.T) {
	server := s3test.Start(t)
	for _, location := range []string{"s3://", strings.Replace(server.Bucket("a"), "a", "nothing-here", 1)} {
		if done, err := mirror.Retire(t.Context(), location, mirror.Retention{}, time.Now()); err == nil {
			t.Errorf("%s: taken out are %+v", location, done)
		}
	}
}
