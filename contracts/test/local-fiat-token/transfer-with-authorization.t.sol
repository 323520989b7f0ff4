// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFiatToken} from "../../src/interfaces/IFiatToken.sol";
import {AuthorizationTest} from "../support/AuthorizationTest.sol";

contract TransferWithAuthorizationTest is AuthorizationTest {
    function test_moves_what_was_signed() public {
        Authorization memory a = authorization();
        bytes32 digest = transferDigest(usdc, a);
        vm.expectEmit(address(usdc));
        emit IFiatToken.AuthorizationUsed(payer, a.nonce);
        vm.expectEmit(address(usdc));
        emit IFiatToken.Transfer(payer, payee, VALUE);
        _split(a, digest);
        vm.assertEq(usdc.balanceOf(payer), FUNDS - VALUE, "payer");
        vm.assertEq(usdc.balanceOf(payee), VALUE, "payee");
        vm.assertTrue(usdc.authorizationState(payer, a.nonce), "nonce");
    }

    function test_takes_the_signature_as_bytes() public {
        Authorization memory a = authorization();
        _bytes(a, sign(transferDigest(usdc, a)));
        vm.assertEq(usdc.balanceOf(payee), VALUE, "payee");
    }

    function test_asks_the_code_of_a_smart_wallet() public {
        Authorization memory a = authorization();
        a.from = smartWallet();
        _bytes(a, sign(transferDigest(usdc, a)));
        vm.assertEq(usdc.balanceOf(payee), VALUE, "payee");
        vm.assertEq(usdc.balanceOf(a.from), FUNDS - VALUE, "wallet");
    }

    function test_refuses_what_the_code_of_an_account_refuses() public {
        Authorization memory a = authorization();
        bytes memory signature = sign(transferDigest(usdc, a));
        vm.etch(payer, hex"00");
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        _bytes(a, signature);
    }

    function test_refuses_the_other_kind_of_authorization() public {
        Authorization memory a = authorization();
        bytes32 digest = receiveDigest(usdc, a);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        _split(a, digest);
    }

    function test_refuses_an_authorization_for_another_token() public {
        Authorization memory a = authorization();
        bytes32 digest = transferDigest(eurc, a);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        _split(a, digest);
    }

    function test_refuses_a_nonce_twice() public {
        Authorization memory a = authorization();
        bytes32 digest = transferDigest(usdc, a);
        _split(a, digest);
        vm.expectRevert(text("FiatTokenV2: authorization is used or canceled"));
        _split(a, digest);
    }

    function testFuzz_is_valid_strictly_inside_its_window(uint256 now_) public {
        Authorization memory a = authorization();
        (a.validAfter, a.validBefore) = (START + 10, START + 20);
        now_ = between(now_, START, START + 30);
        vm.warp(now_);
        bytes32 digest = transferDigest(usdc, a);
        if (now_ <= a.validAfter) vm.expectRevert(text("FiatTokenV2: authorization is not yet valid"));
        else if (now_ >= a.validBefore) vm.expectRevert(text("FiatTokenV2: authorization is expired"));
        _split(a, digest);
    }

    function test_refuses_a_high_s() public {
        Authorization memory a = authorization();
        (uint8 v, bytes32 r, bytes32 s) = malleated(transferDigest(usdc, a));
        vm.expectRevert(text("ECRecover: invalid signature 's' value"));
        _bytes(a, abi.encodePacked(r, s, v));
    }

    function testFuzz_refuses_another_v(uint8 v) public {
        vm.assume(v != 27 && v != 28);
        Authorization memory a = authorization();
        (, bytes32 r, bytes32 s) = vm.sign(KEY, transferDigest(usdc, a));
        vm.expectRevert(text("ECRecover: invalid signature 'v' value"));
        _bytes(a, abi.encodePacked(r, s, v));
    }

    function test_refuses_a_signature_of_another_length() public {
        Authorization memory a = authorization();
        bytes memory signature = abi.encodePacked(sign(transferDigest(usdc, a)), uint8(0));
        vm.expectRevert(text("ECRecover: invalid signature length"));
        _bytes(a, signature);
    }

    function test_refuses_more_than_the_balance() public {
        Authorization memory a = authorization();
        a.value = FUNDS + 1;
        bytes32 digest = transferDigest(usdc, a);
        vm.expectRevert(text("ERC20: transfer amount exceeds balance"));
        _split(a, digest);
    }

    function test_refuses_blacklisted_payers_and_payees() public {
        Authorization memory a = authorization();
        bytes32 digest = transferDigest(usdc, a);
        setBlacklisted(payer, true);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        _split(a, digest);
        setBlacklisted(payer, false);
        setBlacklisted(payee, true);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        _split(a, digest);
    }

    function test_refuses_while_paused() public {
        Authorization memory a = authorization();
        bytes32 digest = transferDigest(usdc, a);
        setPaused(true);
        vm.expectRevert(text("Pausable: paused"));
        _split(a, digest);
        setPaused(false);
        _split(a, digest);
        vm.assertEq(usdc.balanceOf(payee), VALUE, "payee");
    }

    function _split(Authorization memory a, bytes32 digest) private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        vm.prank(named("anyone"));
        usdc.transferWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, v, r, s);
    }

    function _bytes(Authorization memory a, bytes memory signature) private {
        vm.prank(named("anyone"));
        usdc.transferWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature);
    }
}
