// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {LocalFiatTokenProxy} from "../../src/local/LocalFiatTokenProxy.sol";
import {LocalSignatureChecker} from "../../src/local/LocalSignatureChecker.sol";
import {TokenTest} from "../support/TokenTest.sol";

contract InitializeTest is TokenTest {
    function test_describes_the_token() public view {
        vm.assertEq(usdc.name(), "USD Coin", "name");
        vm.assertEq(usdc.symbol(), "USDC", "symbol");
        vm.assertEq(usdc.decimals(), 6, "decimals");
        vm.assertEq(usdc.version(), "2", "version");
        vm.assertEq(usdc.owner(), tokenOwner, "owner");
        vm.assertEq(eurc.symbol(), "EURC", "symbol of the other");
    }

    function test_uses_the_domain_of_name_and_version() public view {
        vm.assertEq(usdc.DOMAIN_SEPARATOR(), domainSeparator("USD Coin", "2", address(usdc)), "separator");
    }

    function test_changes_the_domain_with_the_name() public {
        vm.prank(tokenOwner);
        usdc.rename("USDC");
        vm.assertEq(usdc.DOMAIN_SEPARATOR(), domainSeparator("USDC", "2", address(usdc)), "separator");
    }

    function test_uses_the_type_hashes_of_the_standards() public view {
        vm.assertEq(
            usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(),
            0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267,
            "transfer"
        );
        vm.assertEq(
            usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
            0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8,
            "receive"
        );
        vm.assertEq(
            usdc.CANCEL_AUTHORIZATION_TYPEHASH(),
            0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429,
            "cancel"
        );
        vm.assertEq(
            usdc.PERMIT_TYPEHASH(), 0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9, "permit"
        );
    }

    function test_works_once() public {
        vm.expectRevert(text("FiatToken: contract is already initialized"));
        usdc.initialize("x", "x", 6, address(this));
    }

    function test_is_closed_on_the_implementation_itself() public {
        LocalFiatToken implementation = new LocalFiatToken(new LocalSignatureChecker());
        vm.expectRevert(text("FiatToken: contract is already initialized"));
        implementation.initialize("x", "x", 6, address(this));
    }

    function test_keeps_the_proxy_admin_away_from_the_token() public {
        vm.expectRevert(text("Cannot call fallback function from the proxy admin"));
        vm.prank(proxyAdmin);
        usdc.transfer(tokenOwner, 0);
    }

    function test_lets_only_the_proxy_admin_replace_the_code() public {
        LocalFiatTokenProxy proxy = LocalFiatTokenProxy(address(usdc));
        address next = address(new LocalFiatToken(new LocalSignatureChecker()));
        vm.expectRevert(text("LocalFiatTokenProxy: caller is not the admin"));
        proxy.upgradeTo(next);
        vm.prank(proxyAdmin);
        proxy.upgradeTo(next);
        vm.assertEq(proxy.implementation(), next, "implementation");
        vm.assertEq(usdc.name(), "USD Coin", "the storage stays");
    }
}
