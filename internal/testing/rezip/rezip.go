// Package rezip writes zips anew, for tests that change a delivery.
package rezip

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
)

// Rewrite rewrites the members of a zip and of its inner zips.
func Rewrite(t testing.TB, content []byte, rewrite func(name string, content []byte) []byte) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	written := zip.NewWriter(&out)
	for _, member := range archive.File {
		r, err := member.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(member.Name, ".zip") {
			text = Rewrite(t, text, rewrite)
		} else {
			text = rewrite(member.Name, text)
		}
		w, err := written.CreateHeader(&zip.FileHeader{Name: member.Name, Method: member.Method})
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := written.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
