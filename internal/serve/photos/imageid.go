package photos

// The formats of the bucket's keys and of image ids.

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/gevel/gevel"
)

// contentDigits is the length of a content hash in an image id: 128 bits of SHA-256, so that 50 million
// pictures have no collision, and half as long as the full hash.
const contentDigits = 32

// Folders of the bucket.
const (
	homesFolder  = "homes/"
	imagesFolder = "images/"
)

const (
	catalogueSuffix = ".json"
	imageSuffix     = ".jpg"
)

// contentOf returns the hash that identifies a picture or a file.
func contentOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:contentDigits]
}

func imageID(home gevel.BAGID, content string) string { return string(home) + "-" + content }

// splitImageID splits an image id. It accepts only the canonical spelling, so its results are safe for use in
// keys.
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
	return imageFolder(home) + content + imageSuffix
}

// imageFolder is the folder of a home's pictures.
func imageFolder(home gevel.BAGID) string {
	return imagesFolder + shard(home) + string(home) + "/"
}

func shard(home gevel.BAGID) string {
	return string(home[:4]) + "/" + string(home[len(home)-2:]) + "/"
}
