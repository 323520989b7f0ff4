// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {AuthorizationTest} from "../support/AuthorizationTest.sol";

contract TransferFromTest is AuthorizationTest {
    function testFuzz_always_uses_up_the_allowance(uint256 allowance, uint256 value) public {
        value = between(value, 0, FUNDS);
        _approve(allowance);
        if (value > allowance) vm.expectRevert(text("ERC20: transfer amount exceeds allowance"));
        vm.prank(payee);
        usdc.transferFrom(payer, payee, value);
        bool moved = value <= allowance;
        vm.assertEq(usdc.allowance(payer, payee), moved ? allowance - value : allowance, "allowance");
        vm.assertEq(usdc.balanceOf(payee), moved ? value : 0, "payee");
    }

    function test_uses_up_the_largest_allowance_too() public {
        _approve(type(uint256).max);
        vm.prank(payee);
        usdc.transferFrom(payer, payee, VALUE);
        vm.assertEq(usdc.allowance(payer, payee), type(uint256).max - VALUE, "allowance");
    }

    function test_refuses_a_blacklisted_spender() public {
        _approve(VALUE);
        setBlacklisted(payee, true);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        vm.prank(payee);
        usdc.transferFrom(payer, named("third"), VALUE);
    }

    function test_refuses_while_paused() public {
        _approve(VALUE);
        setPaused(true);
        vm.expectRevert(text("Pausable: paused"));
        vm.prank(payee);
        usdc.transferFrom(payer, payee, VALUE);
    }

    function _approve(uint256 value) private {
        vm.prank(payer);
        usdc.approve(payee, value);
    }
}
