# Scrapy: links and text. Arguments: start, concurrency, output file.
import json
import re
import sys

import scrapy
from scrapy.crawler import CrawlerProcess

start, concurrency, output = sys.argv[1:4]
done = 0


class Peer(scrapy.Spider):
    name = "peer"
    start_urls = [start]
    wanted = re.compile(r"http://127\.0\.0\.\d+:\d+/p/\d+")

    def parse(self, response):
        global done
        done += 1
        text = "".join(response.xpath("//body//text()").getall())
        yield {"url": response.url, "title": response.xpath("//title/text()").get(), "text": text}
        for href in response.xpath("//a/@href").getall():
            url = response.urljoin(href.strip())
            if self.wanted.fullmatch(url):
                yield scrapy.Request(url, callback=self.parse)


process = CrawlerProcess(
    {
        "CONCURRENT_REQUESTS": int(concurrency),
        "CONCURRENT_REQUESTS_PER_DOMAIN": int(concurrency),
        "DOWNLOAD_DELAY": 0,
        "ROBOTSTXT_OBEY": False,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
        "FEEDS": {output: {"format": "jsonlines", "overwrite": True}},
    }
)
process.crawl(Peer)
process.start()
print(json.dumps({"pages": done}))
