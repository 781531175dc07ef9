package photos

// What the bucket's keys and the image ids look like.

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/gevel/gevel"
)

// contentDigits is the length of a content hash in an image id: 128 bits of
// SHA-256, enough that two of 50 million pictures never share one, and half the
// length of the full hash in every URL.
const contentDigits = 32

// Folders of the bucket.
const (
	homesFolder  = "homes/"
	imagesFolder = "images/"
)

const catalogueSuffix = ".json"

// contentOf returns the hash by which a picture or a file is known.
func contentOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:contentDigits]
}

func imageID(home gevel.BAGID, content string) string { return string(home) + "-" + content }

// splitImageID takes an image id apart. It accepts the one canonical spelling
// only, so what it returns is safe to make a key of.
func splitImageID(id string) (home gevel.BAGID, content string, ok bool) {
	number, content, ok := strings.Cut(id, "-")
	home = gevel.BAGID(number)
	return home, content, ok && isHome(home) && isContent(content)
}

// isHome reports whether id is a number id, under which photos are filed.
func isHome(id gevel.BAGID) bool {
	parsed, err := gevel.ParseBAGID(string(id))
	return err == nil && parsed == id && id.Code() == gevel.CodeNummeraanduiding
}

func isContent(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == contentDigits
}

func catalogueKey(home gevel.BAGID) string {
	return homesFolder + shard(home) + string(home) + catalogueSuffix
}

func imageKey(home gevel.BAGID, content string) string {
	return imageFolder(home) + content + ".jpg"
}

// imageFolder is where the pictures of a home lie.
func imageFolder(home gevel.BAGID) string {
	return imagesFolder + shard(home) + string(home) + "/"
}

func shard(home gevel.BAGID) string {
	return string(home[:4]) + "/" + string(home[len(home)-2:]) + "/"
}
